// A program that writes its address on the first line, and ends when its input ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { relayed } from './record.mjs';

const running = new Set();
process.on('exit', () => { for (const child of running) child.kill('SIGKILL'); });

export class Program {
  static serve(program, ...options) {
    return Program.listening('dotnet', [program, 'serve', '--port', '0', '--until-end-of-input', ...options]);
  }

  static peer(...options) {
    return Program.listening('node', [fileURLToPath(new URL('server.mjs', import.meta.url)), '--until-end-of-input', ...options]);
  }

  static async listening(...command) {
    const program = new Program(...command);
    const line = await program.line(/^listening on /);
    if (line === null) throw new Error(`it does not listen: ${program.complaints}`);
    program.url = await relayed(line.replace('listening on ', '').trim(), command[0] === 'node' ? 'server' : 'client');
    program.port = Number(new URL(program.url).port);
    return program;
  }

  constructor(command, parameters) {
    this.child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.lines = [];
    this.waiting = [];
    this.complaints = '';
    running.add(this.child);
    this.exit = once(this.child, 'exit').then(([code]) => {
      running.delete(this.child);
      this.hasEnded = true;
      this.wake();
      return code;
    });
    this.child.stderr.on('data', (data) => (this.complaints += data));
    this.child.stdin.on('error', () => {});
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.lines.push(line);
      this.wake();
    });
  }

  wake() {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Returns the next matching line from a line number on; `null` if the program ends, or none comes. */
  async line(pattern, from = 0, milliseconds = 120_000) {
    for (const end = performance.now() + milliseconds; ;) {
      const found = this.lines.slice(from).find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.hasEnded || performance.now() > end) return null;
      await new Promise((resolve) => {
        this.waiting.push(resolve);
        setTimeout(resolve, 500).unref();
      });
    }
  }

  /** Sends a line, and returns the line of JSON that answers it. */
  async ask(command) {
    const from = this.lines.length;
    this.child.stdin.write(`${command}\n`);
    const line = await this.line(/^\{/, from);
    return line === null ? null : JSON.parse(line);
  }

  /** Returns the current statistics of our server. */
  async statistics() {
    const from = this.lines.length;
    this.child.stdin.write('report\n');
    const line = await this.line(/^report \{/, from, 30_000);
    return line === null ? null : JSON.parse(line.slice('report '.length)).now;
  }

  /** Closes the input of the program, and waits until it ends. */
  async end(milliseconds = 60_000) {
    this.child.stdin.end();
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(() => resolve('it does not end'), milliseconds); });
    const code = await Promise.race([this.exit, late]);
    clearTimeout(timer);
    return code;
  }
}
