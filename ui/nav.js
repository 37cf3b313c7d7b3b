// Makes plain <a data-nav> links instant, «/» go to the search box, [data-copy] buttons copy.
// Without this script links still work, by a full reload. It relies on Streamlit 1.67 rerunning
// on popstate; tests/app holds it to that.
let lastFocus = null;

const typing = (el) => el && (/^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName) || el.isContentEditable);
const box = () => document.querySelector('.st-key-search_row input');

function scrollToFocus(id) {
  if (id === lastFocus) return;
  lastFocus = id;
  if (!id) return;
  let tries = 0;
  const seek = () => {
    const el = document.getElementById(id);
    if (!el) { if (tries++ < 60) setTimeout(seek, 50); return; }
    const place = el.getBoundingClientRect();
    if (place.top < 0 || place.top > innerHeight - 160) el.scrollIntoView({ block: 'start' });
  };
  seek();
}

function say(text) {
  let live = document.getElementById('pravila-live');
  if (!live) {
    live = document.createElement('div');
    live.id = 'pravila-live'; live.setAttribute('role', 'status');
    document.body.appendChild(live);
  }
  live.textContent = text; live.dataset.shown = '1';
  setTimeout(() => { live.dataset.shown = ''; }, 1600);
}

async function copy(text) {
  try { await navigator.clipboard.writeText(text); } catch (_) {
    const area = document.createElement('textarea');
    area.value = text; document.body.appendChild(area); area.select();
    document.execCommand('copy'); area.remove();
  }
  say('Скопировано');
}

// Past queries of this tab and the library's own words, offered by the browser while typing.
function remember(query) {
  const past = JSON.parse(sessionStorage.getItem('pravila-past') || '[]').filter((q) => q !== query);
  if (query) past.unshift(query);
  sessionStorage.setItem('pravila-past', JSON.stringify(past.slice(0, 20)));
  return past.slice(0, 20);
}
function suggest(words) {
  const input = box();
  if (!input) { setTimeout(() => suggest(words), 200); return; }
  let list = document.getElementById('pravila-words');
  if (!list) {
    list = document.createElement('datalist'); list.id = 'pravila-words';
    document.body.appendChild(list);
  }
  const show = (offers) => {
    const all = new Map();
    for (const [value, label] of [...offers, ...remember('').map((q) => [q, 'вы уже искали']), ...words]) {
      if (!all.has(value)) all.set(value, label);
    }
    list.replaceChildren(...[...all].map(([value, label]) => {
      const option = document.createElement('option');
      option.value = value; if (label) option.label = label;
      return option;
    }));
  };
  if (input.getAttribute('list') !== 'pravila-words') {
    input.setAttribute('list', 'pravila-words');
    let waiting = 0, asked = null;
    input.addEventListener('input', (e) => {
      // A word picked from the list is searched for at once, as if Enter had been pressed.
      const picked = !e.inputType || e.inputType === 'insertReplacementText';
      if (picked && [...list.options].some((o) => o.value === input.value)) {
        setTimeout(() => input.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })), 0);
        return;
      }
      clearTimeout(waiting); if (asked) asked.abort();
      const typed = input.value.trim();
      if (typed.length < 2 || typed.length > 60) return;
      waiting = setTimeout(() => {
        asked = new AbortController();
        fetch('words.json?typed=' + encodeURIComponent(typed), { signal: asked.signal })
          .then((r) => (r.ok ? r.json() : [])).then(show).catch(() => {});
      }, 120);
    });
  }
  show([]);
}

// Words Streamlit has no setting for.
const RUSSIAN = {
  'Skip to main content': 'К содержанию',
  'add icon': 'Добавить', 'Delete file': 'Убрать файл', 'Remove file': 'Убрать файл', 'Add files': 'Добавить ещё',
  'Clear value': 'Очистить', 'Clear entry': 'Очистить', 'Open': 'Открыть список', 'file upload': 'Выбрать файлы', 'Choose options': 'Выберите', 'Choose an option': 'Выберите',
  'Select all': 'Выбрать всё', 'No results': 'Ничего нет', 'No options to select.': 'Ничего нет',
  'Fullscreen': 'На весь экран', 'Close fullscreen': 'Свернуть', 'Close': 'Закрыть',
  'Upload': 'Выбрать файлы', 'Browse files': 'Выбрать файлы', 'Show/hide columns': 'Столбцы',
  'Search': 'Найти', 'Download as CSV': 'Скачать CSV', 'Main menu': 'Меню',
  'Connecting': 'Соединение', 'Running...': 'Работает', 'Stop': 'Остановить',
  'Connection error': 'Нет связи с программой', 'Please wait...': 'Подождите…',
  'Is Streamlit still running? If you accidentally stopped Streamlit, just restart it in your terminal:':
    'Программа остановлена? Запустите её снова:',
  'streamlit run yourscript.py': 'pravila app',
  'Streamlit server is not responding. Are you connected to the internet?':
    'Сервер не отвечает. Проверьте, есть ли связь.',
  'Connection timed out.': 'Сервер не отвечает.', 'Connecting to Streamlit server': 'Соединение',
  'Connection lost. Please wait for the app to reconnect, then try again.':
    'Связь прервалась. Подождите, пока она восстановится, и повторите.',
};
const BEGINS = [['Add: ', 'Взять: '], ['Download as PNG', 'Скачать PNG'],
  ['Fullscreen', 'На весь экран']];
function inRussian(text) {
  if (RUSSIAN[text]) return RUSSIAN[text];
  const begun = text && BEGINS.find(([english]) => text.startsWith(english));
  return begun ? begun[1] + text.slice(begun[0].length) : null;
}
const LIMIT = /^(\d+(?:\.\d+)?)\s*([KMG]B) per file(?:\s*•\s*(.*))?$/;
const UNITS = { B: 'Б', KB: 'КБ', MB: 'МБ', GB: 'ГБ' };
const TOO_BIG = /^(?:Error: )?File must be ([\d.]+)\s*([KMG]?B) or smaller\.?$/;
const NOT_SUCH = /^(?:Error: )?(.*) files are not allowed\.?$/;
const SIZE = /^([\d.]+)\s*([KMG]?B)$/;
function measured(text) {
  let m = TOO_BIG.exec(text);
  if (m) return `Файл больше ${m[1].replace(/\.0$/, '')} ${UNITS[m[2]]}: разделите его или возьмите без картинок`;
  m = NOT_SUCH.exec(text);
  if (m) return 'Такие файлы не читаются';
  m = SIZE.exec(text);
  return m ? `${m[1].replace('.', ',').replace(/,0$/, '')} ${UNITS[m[2]]}` : null;
}
// What we wrote ourselves (.stHtml) is Russian already and may be long: it is passed over.
const OWN = { acceptNode: (node) => (node.nodeType === 1 && node.classList.contains('stHtml')
  ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT) };
function russian(root) {
  if (!(root instanceof Element) || root.closest('.stHtml')) return;
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, OWN);
  for (let node = root; node; node = walk.nextNode()) {
    if (node.nodeType === 1) {
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const word = inRussian(node.getAttribute(name));
        if (word) node.setAttribute(name, word);
      }
      continue;
    }
    const text = node.nodeValue.trim();
    const limit = LIMIT.exec(text);
    const word = inRussian(text) || measured(text);
    if (word) node.nodeValue = word;
    else if (limit) node.nodeValue = `до ${limit[1]} ${{ KB: 'КБ', MB: 'МБ', GB: 'ГБ' }[limit[2]]}` +
      (limit[3] ? ` · ${limit[3]}` : '');
  }
}

export default function (component) {
  const data = component.data || {};
  document.documentElement.lang = 'ru';
  document.documentElement.dataset.navReady = '1';
  scrollToFocus(data.focus || null);
  if (data.query) remember(data.query);

  const click = (e) => {
    const copied = e.target.closest && e.target.closest('[data-copy]');
    if (copied) {
      e.preventDefault();
      const link = copied.dataset.copyLink;
      copy(link ? new URL(link, location.href).href : copied.dataset.copy);
      return;
    }
    if (e.target.closest && e.target.closest('[data-print]')) { e.preventDefault(); print(); return; }
    if (e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    const a = e.target.closest && e.target.closest('a[data-nav]');
    if (!a) return;
    const url = new URL(a.getAttribute('href'), location.href);
    if (url.origin !== location.origin) return;
    e.preventDefault(); e.stopPropagation();
    lastFocus = null;
    history.pushState({}, '', url.pathname + url.search);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    const main = document.querySelector('[data-testid=stMain]');
    if (main) main.scrollTo(0, 0);
  };
  const key = (e) => {
    const input = box();
    if (input && e.key === '/' && !typing(e.target)) { e.preventDefault(); input.focus(); input.select(); }
  };
  document.addEventListener('click', click, true);
  document.addEventListener('keydown', key);
  russian(document.body);
  const watch = new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) {
      if (node.nodeType === 1) russian(node);
      else if (node.nodeType === 3 && node.parentElement) russian(node.parentElement);
    }
  });
  watch.observe(document.body, { childList: true, subtree: true });

  if (data.home) {
    let tries = 0;
    const focus = () => {
      const input = box();
      if (input) { if (!typing(document.activeElement)) input.focus(); } else if (tries++ < 60) setTimeout(focus, 50);
    };
    focus();
  }
  if (data.words && !window.pravilaWords) {
    window.pravilaWords = fetch(data.words).then((r) => (r.ok ? r.json() : [])).catch(() => []);
  }
  if (window.pravilaWords) window.pravilaWords.then(suggest);

  return () => {
    watch.disconnect();
    document.removeEventListener('click', click, true);
    document.removeEventListener('keydown', key);
  };
}
