/// What the document says before its operations, in Markdown.
enum InterfaceIntroduction {
  static let text = """
    Puts avatars (masks, hats, hoods) on the faces of pictures and recordings. You send a picture or a \
    recording, and what a face tracker saw in it; you get a composited picture, a clip, or a picture to \
    share. Where the service has a tracker of its own (`tracker` of `/health` says so), the picture or the \
    recording alone is enough.

    **A first request**

    ```sh
    curl URL/v1/frames -F picture=@picture.jpg -F tracking=@tracking.jsonl -F avatar=dragon -o dragon.jpg
    ```

    **Pictures** are answered at once: `/v1/frames`, `/v1/snapshots`, `/v1/comparisons`. **Recordings** are \
    jobs: `POST /v1/renders` answers 202 with an id; follow its events, or ask for its state from time to \
    time; when it is done, fetch its files.

    **Keys.** Send `Authorization: Bearer ao_...`; the operator makes keys with `avatar-overlay keys \
    create`. Each operation says which scope it needs. While no key is configured, the service listens on \
    its own machine only, and accepts requests without one.

    **Problems** are answered as RFC 9457 defines, `application/problem+json`. Branch on `code`, which \
    never changes its meaning; show `detail`, which says in a line what was found and what was expected; \
    `errors` points at every wrong value. With 429 and 503, `Retry-After` says how many seconds to wait.

    **Bodies** may be encoded as a whole: `Content-Encoding: gzip`, `deflate` or `zstd`, one of them. The limits \
    hold for what is sent and for what it is decoded to.

    **Limits.** `x-limits` of an operation names the service's settings that limit it, with the values that \
    are in force.

    **Strict.** Unknown parts, options and query parameters are refused, and the answer says what was \
    probably meant.
    """
}
