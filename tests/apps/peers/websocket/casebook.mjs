// Writes the result of each case to a page of the documentation.
import { writeFile } from 'node:fs/promises';

const columns = ['our hub', 'our client', 'ws as server', 'ws as client'];
const noted = new Map(columns.map((title) => [title, new Map()]));

const groups = {
  1: 'text and binary messages of many lengths',
  2: 'pings and pongs',
  3: 'reserved bits',
  4: 'reserved opcodes',
  5: 'fragments, with control frames between them',
  6: 'valid and invalid UTF-8, split at every position',
  7: 'close frames and close codes',
  9: 'large messages, and many messages',
  10: 'many fragments',
  12: 'compressed messages of five kinds of data',
  13: 'compressed messages, with seven offers of contexts and windows',
  own: 'additional: masks, lengths, invalid compressed data, messages that grow',
};

/** Records results. Results outside the columns belong to tests of the engine itself. */
export function note(title, results) {
  for (const result of results) noted.get(title)?.set(result.id, result);
}

const groupOf = (id) => id.slice(0, id.indexOf('.'));

function cell(results) {
  if (results.length === 0) return '';
  const counts = new Map();
  for (const { verdict } of results) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdict === 'OK' ? 'OK' : verdict.toLowerCase()}`).join(', ');
}

const order = (a, b) => a.localeCompare(b, 'en', { numeric: true });

const row = (cells) => `| ${cells.join(' | ')} |`;

const escaped = (text) => text.replace(/[\\|<>{}]/g, (one) => `&#${one.charCodeAt(0)};`);

function summary() {
  const lines = [row(['group', 'what it sends', ...columns]), row(['---', '---', ...columns.map(() => '---')])];
  for (const [group, what] of Object.entries(groups)) {
    const cells = columns.map((title) => cell([...noted.get(title).values()].filter(({ id }) => groupOf(id) === group)));
    if (cells.some((one) => one !== '')) lines.push(row([group, what, ...cells]));
  }

  return lines;
}

function exceptions(title) {
  const results = [...noted.get(title).values()].filter(({ verdict }) => verdict !== 'OK');
  if (results.length === 0) return ['Every case is OK.'];
  const lines = [row(['case', 'what it sends', 'verdict', 'what happened']), row(['---', '---', '---', '---'])];
  for (const { id, what, verdict, why } of results) lines.push(row([id, escaped(what), verdict.toLowerCase(), escaped(why)]));
  return lines;
}

function everyCase() {
  const all = [...noted.values()].flatMap((results) => [...results.values()]);
  const ids = [...new Map(all.reverse().map(({ id, what }) => [id, what]))].sort(([a], [b]) => order(a, b));
  const lines = [row(['case', 'what it sends', ...columns]), row(['---', '---', ...columns.map(() => '---')])];
  const short = { OK: 'OK', 'NON-STRICT': 'non-strict', INFORMATIONAL: 'informational', FAILED: 'failed' };
  for (const [id, what] of ids)
    lines.push(row([id, escaped(what), ...columns.map((title) => short[noted.get(title).get(id)?.verdict] ?? '')]));
  return lines;
}

export async function writePage(file, isLong) {
  const lines = [
    '# WebSocket test cases', '',
    `\`node tests/apps/peers/websocket/check.mjs <dll of the program>${isLong ? ' --long' : ''} --page <this page>\` generates this page.`,
    'Do not edit it.', '',
    'A case engine in Node.js sends valid and invalid frames to each end and compares the answers. It shares no code with',
    'the sample. The groups and numbers are those of the Autobahn test suite; cases named `own` are additional. npm `ws` is',
    'listed next to the hub and the client of the sample. Its verdicts are known, so they validate the engine.', '',
    '- **OK**: the answers are as required. If the connection had to fail, the right end failed it with an allowed code.',
    '- **non-strict**: the behaviour is allowed, but a stricter one is possible.',
    '- **informational**: no behaviour is required.',
    '- **failed**: the behaviour is not allowed. Each such result is known and listed below. A new one fails the check.', '',
    `A case of groups 12 and 13 sends ${isLong ? '1,000 messages, or 20' : '20 messages, or 5'} to \`ws\`.`, '',
    '## By group', '', ...summary(), '',
    '## Not OK', '',
    'The hub reads frames itself. The client uses the websocket of .NET (`ClientWebSocket`), which',
    '', // a list follows
    '- gives the bytes of a frame to the caller when the whole frame or a full buffer is there,',
    '- accepts lengths that are not in their shortest form,',
    '- accepts the compressed bit on control frames,',
    '- accepts compressed messages that are cut, and',
    '- refuses messages that end a deflate stream.', '',
    ...columns.flatMap((title) => [`### ${title[0].toUpperCase()}${title.slice(1)}`, '', ...exceptions(title), '']),
    '## Every case', '', ...everyCase(), '',
  ];
  await writeFile(file, lines.join('\n'));
}
