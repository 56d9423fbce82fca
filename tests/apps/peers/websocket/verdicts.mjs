// Compares verdicts with the known ones, and reports the differences.
import { check } from '../game/report.mjs';
import { note } from './casebook.mjs';

const informational = { '7.1.6': 'INFORMATIONAL', '7.13.1': 'INFORMATIONAL', '7.13.2': 'INFORMATIONAL' };

/** The known verdicts of npm ws: it checks UTF-8 at the end of a message, and accepts lengths that are not in their shortest form. */
export const ofWs = {
  '6.4.1': 'NON-STRICT', '6.4.2': 'NON-STRICT', '6.4.3': 'NON-STRICT', '6.4.4': 'NON-STRICT',
  'own.2.1': 'FAILED', 'own.2.2': 'FAILED', 'own.2.3': 'FAILED',
  'own.8.2': 'FAILED', // what is cut is a message
};

/**
 * The verdicts of a client over the WebSocket of .NET, which gets the bytes of a frame when it is complete or the buffer is full. It
 * accepts lengths that are not in their shortest form, the compressed bit on control frames, and truncated compressed messages. It
 * refuses the last block of a deflate stream, and drops a connection without a code if a message cannot be inflated.
 */
export const ofInBox = {
  '6.4.3': 'NON-STRICT', '6.4.4': 'NON-STRICT',
  'own.2.1': 'FAILED', 'own.2.2': 'FAILED', 'own.2.3': 'FAILED', 'own.2.4': 'FAILED',
  'own.7.1': 'FAILED', 'own.7.2': 'FAILED', 'own.7.3': 'FAILED', 'own.8.1': 'NON-STRICT', 'own.8.2': 'FAILED', 'own.8.3': 'NON-STRICT',
  'own.10.2': 'FAILED', 'own.10.3': 'FAILED',
};

/**
 * Checks that each case has the verdict OK, or the known one. `mayDrop` cases may end with a dropped connection instead of a close with
 * a code, because ending a TCP connection with unread bytes resets it, and the reset may overtake the last frames.
 */
export function compare(title, results, { known = {}, mayDrop = 0 } = {}) {
  const expected = { ...informational, ...known };
  let dropped = 0;
  for (const { id, what, verdict, failedBy, code, why, hasDropped } of results) {
    const told = `${verdict}, failed by ${failedBy ?? 'nobody'}, code ${code ?? 'none'}${why ? `, ${why}` : ''}`;
    const isAsKnown = verdict === (expected[id] ?? 'OK');
    const isDropped = !isAsKnown && verdict === 'NON-STRICT' && hasDropped && ++dropped <= mayDrop;
    check(`${title}: ${id} ${what}`, isAsKnown || isDropped, told);
  }

  tell(title, results);
  note(title, results);
}

function tell(title, results) {
  const counts = new Map();
  for (const { verdict } of results) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  console.log(`${title}: ${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`);
  for (const { id, verdict, failedBy, code, why } of results)
    if (verdict !== 'OK') console.log(`  ${id} ${verdict}, failed by ${failedBy ?? 'nobody'}, code ${code ?? 'none'}: ${why}`);
}
