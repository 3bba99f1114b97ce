// The language of the page: the browser's, or the one that was chosen, which stays in the tab.
const languageName = 'avatar-overlay-language';
let language = languages[0];

// A text in the language that is shown when it is shown: phrases may stand in phrases.
const phrase = (key, values = {}) => ({ key, values });
// A number with one decimal, which languages separate differently.
const tenths = number => ({ tenths: number });
// What has a name in several languages, as avatars and scenes have.
const named = (names, otherwise) => ({ names, otherwise });

function say(text) {
  if (text === null || text === undefined) return '';
  if (Array.isArray(text)) return text.map(say).filter(Boolean).join(' ');
  if (typeof text !== 'object') return String(text);
  if ('tenths' in text) {
    return text.tenths.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  }
  if ('list' in text) return text.list.map(say).join(language === 'zh-Hans' ? '、' : ', ');
  if ('names' in text) {
    const { names, otherwise } = text;
    // A file that is being edited may have anything there.
    const all = typeof names === 'string' ? [names] : [names?.[language], names?.en, ...Object.values(names ?? {})];
    return say(all.find(one => typeof one === 'string' || texts[one?.key]) ?? otherwise);
  }
  const words = texts[text.key];
  if (!words) throw new Error(`no text ${text.key}`);
  return words[languages.indexOf(language)].replace(/\{(\w+)\}/g, (_, name) => say(text.values[name]));
}

// What elements say, kept so that another language can be shown; by attribute, '' being the text.
const written = new WeakMap();

function write(element, text, attribute = '') {
  if (!written.has(element)) written.set(element, {});
  written.get(element)[attribute] = text;
  element.dataset.written = '';
  const words = say(text);
  if (attribute) element.setAttribute(attribute, words);
  // Only news are read out.
  else if (element.textContent !== words) element.textContent = words;
}

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-written]')) {
    for (const [attribute, text] of Object.entries(written.get(element) ?? {})) write(element, text, attribute);
  }
}

// The first of the browser's languages that the page has.
function languageOf(wanted) {
  for (const tag of wanted) {
    const found = languages.find(known => known.split('-')[0] === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return languages[0];
}

// The page's own texts: data-text is the key of an element's text, data-ATTRIBUTE-text that of an attribute.
function startLanguage() {
  for (const [attribute, name] of [['', 'data-text'], ['aria-label', 'data-label-text'], ['placeholder', 'data-hint-text'], ['title', 'data-title-text'], ['data-words', 'data-words-text']]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      write(element, phrase(element.getAttribute(name), { file: element.dataset.file }), attribute);
    }
  }
  const kept = sessionStorage.getItem(languageName);
  const chosen = languages.includes(kept) ? kept : languageOf(navigator.languages);
  byId('language').value = chosen;
  byId('language').addEventListener('change', event => {
    sessionStorage.setItem(languageName, event.target.value);
    speak(event.target.value);
  });
  speak(chosen);
}
