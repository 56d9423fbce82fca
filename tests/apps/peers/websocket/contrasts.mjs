// Finds low contrasts on a page: text below 4.5 to 1 against its background, lines and marks below 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11).
const texts = ['h1', 'h2', 'legend', 'button', '.name', '.badge', '.readings', '.readings b', '.note', '.tiles dt', '.tiles b', '.unit', '.readout',
  '.legend li', '.compare p', 'th', 'td', '.notes li', '.state', '.axes text', '.band-name'];
const shapes = ['.line', '.level', '.mark', '.swatch path', '.base'];

/** @returns a line for each contrast that is too low */
export function contrasts(page) {
  return page.evaluate(([texts, shapes]) => {
    const below = [];
    for (const selector of texts) {
      for (const element of document.querySelectorAll(selector)) {
        const style = getComputedStyle(element);
        judge(selector, element, element.closest('svg') ? style.fill : style.color, 4.5);
      }
    }
    for (const selector of shapes) {
      for (const element of document.querySelectorAll(selector)) {
        const style = getComputedStyle(element);
        judge(selector, element, element.matches('.mark') ? style.fill : style.stroke, 3);
      }
    }
    return [...new Set(below)];

    function judge(selector, element, color, least) {
      const ratio = contrast(parse(color), behind(element));
      if (!(ratio >= least)) below.push(`${selector}: ${ratio.toFixed(2)} of ${color}`);
    }

    /** Returns the blended background of an element. Bands of charts are tints of the same color. */
    function behind(element) {
      const layers = [];
      for (let at = element; at !== null; at = at.parentElement) {
        const layer = parse(getComputedStyle(at).backgroundColor);
        layers.push(layer);
        if (layer[3] === 1) break;
      }
      const bands = element.closest('.plot') ? [...document.querySelectorAll('.band')].map((band) => parse(getComputedStyle(band).fill)) : [];
      if (bands.length > 0) layers.unshift(bands[0]);
      return layers.reverse().reduce((under, over) => [0, 1, 2].map((i) => over[i] * over[3] + (under[i] ?? 255) * (1 - over[3])), []);
    }

    function parse(color) {
      const values = (/^rgba?\(([^)]*)\)$/.exec(color)?.[1] ?? '').split(/[ ,/]+/).map(Number);
      if (values.length < 3) throw new Error(`no color: ${color}`);
      return [values[0], values[1], values[2], values[3] ?? 1];
    }

    function contrast(one, other) {
      const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    }

    function luminance(color) {
      const [r, g, b] = color.slice(0, 3).map((value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }
  }, [texts, shapes]);
}
