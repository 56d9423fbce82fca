// A client of the sample that is controlled by lines of JSON.
import { check, pause } from '../game/report.mjs';
import { Program } from './program.mjs';

export const patience = 60_000;

/** Waits for a condition, and returns whether it was met in time. */
export async function until(holds, milliseconds = patience) {
  for (const end = performance.now() + milliseconds; performance.now() < end; await pause(100)) if (await holds()) return true;
  return false;
}

/** A client of the sample, and the steps that it takes. */
export class Driven {
  static async connected(program, url, ...options) {
    const driven = new Driven(program, url, ...options);
    await driven.do('connect');
    return driven;
  }

  constructor(program, url, ...options) {
    this.program = new Program('dotnet', [program, '--url', url, ...options]);
    this.last = 0;
  }

  /** Takes a step, and returns its result. Throws if it was refused. */
  async do(what, step = {}) {
    const id = ++this.last;
    const from = this.program.lines.length;
    this.program.child.stdin.write(`${JSON.stringify({ id, do: what, ...step })}\n`);
    const line = await this.program.line(new RegExp(`^\\{"id":${id},`), from, 2 * patience);
    const answer = line === null ? { message: `no answer: ${this.program.complaints}` } : JSON.parse(line);
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${answer.message}`);
    return answer.result;
  }

  async subscribe(nodes, options) {
    const { subscription, statuses } = await this.do('subscribe', { nodes, ...options });
    return { id: subscription, statuses, values: () => this.do('values', { subscription }) };
  }

  /** Closes the client, and returns the resources that it still holds. */
  async close(what) {
    const held = await this.do('close');
    check(`${what}: nothing is held at the end`,
      held.outstanding === 0 && held.receiving === 0 && held.sending === 0, JSON.stringify(held));
    const code = await this.program.end();
    check(`${what}: the client ended well`, code === 0 && this.program.complaints === '', `${code} ${this.program.complaints}`);
  }
}
