/// What an output says of where it comes from.
package enum OriginStatement {
  /// The packet of XMP: that it is a composite, by IPTC's digital source types, and what made it.
  ///
  /// Source: IPTC Photo Metadata Standard 2023.1, "Digital Source Type".
  package static let xmp = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
       xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
       xmlns:xmp="http://ns.adobe.com/xap/1.0/"
       Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/composite"
       xmp:CreatorTool="Avatar Overlay \(RendererVersion.number)"/>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="r"?>
    """
}
