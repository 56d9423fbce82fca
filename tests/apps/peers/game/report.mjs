// Counts and reports the results of all checks.
import { readFileSync } from 'node:fs';

export const counts = { passed: 0, failed: 0 };

export function check(what, holds, why = '') {
  if (holds) {
    counts.passed++;
  } else {
    counts.failed++;
    console.log(`FAILED ${what}${why ? `: ${why}` : ''}`);
  }
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

// Returns the processor time of a process in seconds; 0 where the system does not report it.
export function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
