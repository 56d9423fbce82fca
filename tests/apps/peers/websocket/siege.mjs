// A hub under attack, and a well-behaved client that uses it at the same time.
import { fileURLToPath } from 'node:url';
import { check, pause } from '../game/report.mjs';
import { forgetPeak, memoryOf, otherAddress } from '../opcua/measure.mjs';
import { Program } from '../opcua/program.mjs';
import { Connection } from './connection.mjs';
import { mayMiss } from './floods.mjs';
import { atRest, hub } from './hub.mjs';

const maxMegabytes = 700; // of the whole process
const maxPause = 20_000; // milliseconds, on a busy machine
const ofBystander = 3; // its sockets

export class Siege {
  static async begin(program, options = []) {
    const siege = new Siege();
    siege.server = await hub(program, ...options);
    siege.bystander = await Program.listening('node', [fileURLToPath(new URL('bystander.mjs', import.meta.url)), siege.server.url]);
    return siege;
  }

  dial(options) {
    return Connection.dial(this.server.port, { from: otherAddress, ...options });
  }

  /** Runs an attack, and checks its effect on the bystander. */
  async attack(what, act) {
    const { server, bystander } = this;
    await bystander.ask('now');
    forgetPeak(server.child.pid);
    const start = performance.now();
    try {
      await act({
        from: otherAddress,
        server,
        dial: (options) => this.dial(options),
        rest: () => this.rest(),
        follow: () => bystander.ask('follow'), // waits until the bystander has read everything
      });
    } catch (error) {
      check(what, false, String(error.stack ?? error).split('\n').slice(0, 3).join(' '));
    }

    await pause(Math.max(0, 1000 - (performance.now() - start)));
    const felt = await bystander.ask('now');
    const memory = memoryOf(server.child.pid);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${what}: ${seconds} s; the bystander got ${felt?.echoes} echoes and ${felt?.broadcasts} broadcasts, `
      + `at most ${felt?.late} ms late, 99 of 100 echoes at most ${felt?.p99} ms; the hub has ${memory?.now} MB, ${memory?.peak} at most`);
    const hasAll = felt?.gaps === 0 || mayMiss.has(what);
    const goesOn = felt?.echoes > 0 && felt.broadcasts > 0 && hasAll && felt.closed.length === 0;
    check(`${what}: the bystander goes on`, goesOn, JSON.stringify(felt));
    check(`${what}: and in time`, felt?.pause < maxPause && felt.late < maxPause, JSON.stringify(felt));
    check(`${what}: the memory of the hub is bounded`, !memory || memory.peak < maxMegabytes, `${memory?.peak} MB`);
    check(`${what}: the hub lives`, !server.hasEnded);
  }

  /** Waits until only the bystander is connected. */
  async rest(milliseconds = 30_000) {
    for (const until = performance.now() + milliseconds; performance.now() < until; await pause(100)) {
      const now = await this.server.statistics();
      if (now === null || now.sockets <= ofBystander) return;
    }
  }

  async end() {
    check('the attacker may come back as a client', await this.comesBack());
    check('the bystander ended well', (await this.bystander.end()) === 0, this.bystander.complaints);
    const last = await atRest(this.server);
    check('no socket is left', last?.sockets === 0, JSON.stringify(last));
    check('no buffer is outstanding', last?.outstanding === 0, JSON.stringify(last));
    check('the hub ended well', (await this.server.end()) === 0);
    check('the hub had nothing to complain about', this.server.complaints === '', this.server.complaints.slice(0, 500));
    console.log(`the hub at its end: ${JSON.stringify(last)}`);
  }

  async comesBack() {
    for (let i = 0; i < 60; i++) {
      const link = await this.dial().catch(() => null);
      if (link) return link.shut();
      await pause(500);
    }

    return false;
  }
}
