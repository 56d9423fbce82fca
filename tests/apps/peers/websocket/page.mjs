// Tests the live page of the hub in a real browser: lines, the switch, a hub that restarts, phone width, light and dark.
// usage: node page.mjs <Pooling.Samples.Apps.WebSocket.dll>; playwright-core comes from the root of the repository. Screenshots: artifacts/page.
// The last line is "Passed: N, Failed: N".
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { check, counts } from '../game/report.mjs';
import { Program } from '../opcua/program.mjs';
import { contrasts } from './contrasts.mjs';

const program = process.argv[2];
const screenshots = fileURLToPath(new URL('../../../../artifacts/page', import.meta.url));
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find((file) => file && existsSync(file));
const patience = 120_000; // only what is wrong takes so long
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

// So that it collects as often on every processor: the default depends on the size of the cache.
process.env.DOTNET_GCgen0size = process.env.DOTNET_GCgen0MaxBudget = '400000';

let hub = await start('0');
const { port } = hub;
const problems = [];
let isAway = false; // the browser reports that it cannot connect, as it should
rmSync(screenshots, { recursive: true, force: true });
mkdirSync(screenshots, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await open({ colorScheme: 'light' });
  await part('lines', () => lines(page));
  await part('keyboard', () => keyboard(page));
  await part('pause', () => pauses(page));
  await part('themes', () => themes(page));
  await part('phone', () => small());
  await part('calm', () => calm());
  await part('restart', () => restart(page));
  check('nothing is reported as an error, or fetched from elsewhere', problems.length === 0, [...new Set(problems)].join('\n'));
} finally {
  await browser.close();
}

await ended('the hub ended well');
console.log(`Passed: ${counts.passed}, Failed: ${counts.failed}`);
process.exit(counts.failed === 0 ? 0 : 1);

function start(port) {
  return Program.listening('dotnet', [program, 'page', '--port', port, '--until-end-of-input', '--sockets', '50', '--rate', '4000']);
}

async function open(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const address = `http://127.0.0.1:${port}/`;
  page.on('console', (message) => { if (!isAway && ['error', 'warning'].includes(message.type())) problems.push(message.text()); });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => { if (!request.url().startsWith(address)) problems.push(`fetches ${request.url()}`); });
  page.on('response', (response) => { if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`); });
  page.setDefaultTimeout(patience);
  await page.goto(address);
  await connected(page);
  return page;
}

/** Checks that Before serves first, and that the switch moves the traffic to other lines. */
async function lines(page) {
  await grown(page, 'before');
  check('before allocates', (await averages(page)).before > 1, JSON.stringify(await averages(page)));
  check('there is no line of pooled yet', await page.locator('.line.pooled').count() === 0);
  check('the radio says before', await page.getByRole('radio', { name: 'Before' }).isChecked());

  await page.getByText('Plain', { exact: true }).click();
  await grown(page, 'plain');
  const other = await open({ colorScheme: 'light' });
  await page.getByText('Pooled', { exact: true }).click();
  await other.waitForFunction(() => document.querySelector('input[value=pooled]').checked);
  check('all pages see the switch', true);
  await other.context().close();

  await grown(page, 'pooled');
  const { before, plain, pooled } = await averages(page);
  check('the line falls', pooled < before / 5, `${before} and ${pooled} MB/s`);
  check('that of plain is low, too', plain < before / 5, `${before} and ${plain} MB/s`);
  check('collections are ticks', await page.locator('#gen0-chart .tick.before').count() >= 1);
  check('plain and pooled allocate the same, and the page says so', (await averages(page)).verdict === 'equal', JSON.stringify(await averages(page)));
  for (const name of ['processor time, us/message', 'round trip p99, ms']) {
    const row = await averages(page, name);
    check(`${name}: known of all`, [row.before, row.plain, row.pooled].every(value => value > 0), JSON.stringify(row));
  }

  const [card, cell] = await page.evaluate(() => { // at once: they change each second
    const heads = [...document.querySelectorAll('#compare th')];
    const row = heads.find((head) => head.textContent === 'allocated, B/message').closest('tr');
    return [document.getElementById('pooled-bytes').innerText, row.querySelectorAll('td')[2].innerText];
  });
  check('card and table say the same', card === cell && card !== '–', `${card} and ${cell}`);
  check('all lines are in both charts', await page.locator('.chart:has(.line.before):has(.line.plain):has(.line.pooled)').count() === 2);
  check('the level of before stays', await page.locator('#megabytes-chart .level.before').count() === 1);
  await page.waitForFunction(() => document.getElementById('sockets').textContent === '50');
  check('the sockets are those of the load', true);
  await shoot(page, 'light');
}

/** Checks that every control is reached by Tab, and works with the keyboard. */
async function keyboard(page) {
  await page.reload(); // Tab begins at the top again
  await connected(page);
  const reached = [];
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.value
      || document.activeElement.closest('.chart')?.id || document.activeElement.tagName));
    if (reached.at(-1) === 'pooled') {
      for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
      await page.waitForFunction(() => document.getElementById('before-badge').textContent === 'serving');
      check('arrow keys choose before', await page.getByRole('radio', { name: 'Before' }).isChecked());
      check('it is said', /before/.test(await page.locator('#status').innerText()), await page.locator('#status').innerText());
      const outline = await page.locator('.way.before').evaluate((card) => getComputedStyle(card).outline);
      check('focus is seen', /solid 2px/.test(outline), outline);
      await shoot(page, 'keyboard');
    }
  }

  check('Tab reaches all', reached.join() === 'pause,theme,pooled,megabytes-chart,gen0-chart', reached.join());
  await page.locator('#megabytes-chart .plot').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  const told = await page.locator('#megabytes-chart .plot').getAttribute('aria-valuetext');
  check('a second is read by keys', /^(now|\d+ s ago): (before|plain|pooled|switching) [\d.]+ MB\/s$/.test(told), told);
  check('its place is seen', await page.locator('#megabytes-chart .cursor').count() === 1);
  await page.keyboard.press('Escape');
  check('and goes away', await page.locator('.cursor').count() === 0);
}

async function pauses(page) {
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  const path = () => page.locator('#megabytes-chart .line').last().getAttribute('d');
  const before = await path();
  await page.waitForTimeout(2_200);
  check('a page that is paused stands still', await path() === before);
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  await page.waitForFunction((before) => [...document.querySelectorAll('#megabytes-chart .line')].at(-1).getAttribute('d') !== before, before);
  check('and goes on', true);
}

async function themes(page) {
  const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper(page);
  check('light has contrast', ...none(await contrasts(page)));
  await page.getByRole('button', { name: 'Use dark' }).press('Enter');
  const dark = await paper(page);
  check('the button makes it dark', dark !== light, dark);
  check('dark has contrast', ...none(await contrasts(page)));
  await page.reload();
  await connected(page);
  check('the choice is kept', await paper(page) === dark);
  await grown(page, 'before');
  check('a page that is opened again has the lines', await page.locator('.line.pooled').count() === 2);
  await shoot(page, 'dark');
  await page.getByRole('button', { name: 'Use light' }).press('Enter');
  check('and light again', await paper(page) === light);

  const other = await open({ colorScheme: 'dark' });
  check('the system\'s choice counts', await paper(other) === dark);
  await other.context().close();
}

async function small() {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ ...phone, colorScheme });
    await page.locator('#megabytes-chart .line').first().waitFor();
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    check(`nothing is wider than a phone, ${colorScheme}`, content <= window, `${content} in ${window}`);
    const cut = await page.evaluate(() => [...document.querySelectorAll('main *:not(svg *)')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth).map((element) => element.outerHTML.slice(0, 80)));
    check(`nothing is cut off, ${colorScheme}`, cut.length === 0, cut.join('\n'));
    const height = await page.locator('.way.before').evaluate((card) => card.getBoundingClientRect().height);
    check(`a card is large enough to be touched, ${colorScheme}`, height >= 44, String(height));
    await shoot(page, `phone-${colorScheme}`);
    await page.context().close();
  }
}

async function calm() {
  const page = await open({ reducedMotion: 'reduce' });
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationName } = getComputedStyle(element);
    return transitionDuration !== '0s' || animationName !== 'none';
  }).length);
  check('nothing moves for who does not want it', moving === 0, String(moving));
  await page.context().close();
}

/** Checks that the page waits for a hub that restarts, and keeps its history. */
async function restart(page) {
  isAway = true;
  await ended('the hub ended well before');
  await page.waitForFunction(() => document.getElementById('state-text').textContent === 'reconnecting');
  await page.getByText('The hub does not answer.').waitFor();
  check('the switch is off meanwhile', await page.getByRole('radio', { name: 'Before' }).isDisabled());
  check('what was measured stays', await page.locator('#megabytes-chart .line').count() >= 2);
  await page.locator('#megabytes-chart .silence').waitFor({ state: 'attached' });
  await page.waitForTimeout(3_000);
  await shoot(page, 'away');
  check('it is tried again later and later', Number(/(\d+) s/.exec(await page.locator('#countdown').innerText())?.[1] ?? 1) >= 1);

  const before = await page.locator('#megabytes-chart .line').count();
  hub = await start(String(port));
  await tryNow(page);
  await connected(page);
  isAway = false;
  check('the banner is gone', await page.getByText('The hub does not answer.').isHidden());
  await page.waitForFunction((before) => document.querySelectorAll('#megabytes-chart .line').length > before, before);
  check('lines go on behind a gap', await page.locator('#megabytes-chart .silence').count() >= 1);
  await page.getByRole('radio', { name: 'Pooled' }).press('Space');
  await page.waitForFunction(() => document.getElementById('pooled-badge').textContent === 'serving');
  check('the switch works again', true);
  await shoot(page, 'again');
}

/** Ends the hub. Lost sockets of its load on a busy machine are not a fault of the page. */
async function ended(what) {
  const code = await hub.end();
  const complaints = hub.complaints.split('\n').filter((line) => line !== '' && !line.includes('the load: '));
  check(what, code === 0 && complaints.length === 0, `${code} ${complaints.join('; ').slice(0, 500)}`);
}

/** Presses the button, unless the page has connected by itself: then there is none any more, and nothing to wait for. */
async function tryNow(page) {
  const button = page.getByRole('button', { name: 'Try now' });
  await Promise.race([button.click().catch(() => {}), connected(page)]);
}

function connected(page) {
  return page.waitForFunction(() => document.getElementById('state').dataset.state === 'connected');
}

/** Waits until a way has served for some seconds in a row, and its line is drawn in both charts. */
function grown(page, way) {
  return page.waitForFunction((way) => document.querySelectorAll(`.chart .line.${way}`).length >= 2
    && document.getElementById(`${way}-badge`).textContent === 'serving'
    && [...document.querySelectorAll(`#megabytes-chart .line.${way}`)].at(-1).getAttribute('d').split('L').length > 3, way);
}

/** Reads a row of the table; without a name, that of the megabytes per second. */
async function averages(page, name = 'allocated, MB/s') {
  const cells = await page.locator('#compare tr', { has: page.getByRole('rowheader', { name }) }).locator('td').allInnerTexts();
  return { before: Number(cells[0]), plain: Number(cells[1]), pooled: Number(cells[2]), verdict: cells[3] };
}

function shoot(page, name) {
  return page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: true });
}

function none(found) {
  return [found.length === 0, found.join('\n')];
}

async function part(what, act) {
  const start = performance.now();
  try {
    await act();
  } catch (error) {
    check(`${what}: to the end`, false, String(error.stack ?? error).split('\n').slice(0, 4).join(' '));
  }

  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
