// Common parts of attacks over many connections, and a client from another address that must still be admitted.
import { check, pause } from '../game/report.mjs';
import { hex } from './conversation.mjs';
import { Wire, ids } from './wire.mjs';

export const patience = 90_000;
export const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));
export const all = (wires, act) => Promise.all(wires.map(act));
export const end = (wires) => all(wires, (wire) => wire.close());
export const readOne = (writer) => writer.double(0).u32(2).i32(1).nodeId(1, 2).u32(13).string(null).u16(0).string(null);
export const readMany = (count) => (writer) => {
  writer.double(0).u32(2).i32(count);
  for (let i = 1; i <= count; i++) writer.nodeId(i, 2).u32(13).string(null).u16(0).string(null);
};

/** Checks whether a client from another address is admitted and gets its responses. */
export async function othersGetIn(what, server) {
  const wire = new Wire(server.port);
  try {
    await wire.join();
    const read = await wire.call(ids.Read, readOne);
    check(`${what}: another client gets in`, read?.status === 0, `${hex(read?.status)} ${hex(wire.error)}`);
    const subscription = await wire.createSubscription({ interval: 50, lifetime: 10_000 });
    const { status, reader } = await wire.createItems(subscription, many(100, (i) => i + 1), { queue: 10 }) ?? {};
    const [count, first] = status === 0 ? [reader.i32(), reader.u32()] : [];
    check(`${what}: its items are created`, count === 100 && first === 0, `${hex(status)} ${hex(first)}`);
    const publish = await wire.call(ids.Publish, (writer) => writer.i32(0));
    check(`${what}: its items are notified`, publish?.status === 0, hex(publish?.status));
  } catch (error) {
    check(`${what}: another client gets in`, false, `${error.message} ${hex(wire.error)}`);
  }

  await wire.close();
}

/** Lets an attack end its connection, and returns that. It is repeated if a busy server could not send the reason. */
export async function ended(attack, needsReason = true) {
  for (let again = 2; ; again--) {
    const wire = await attack();
    const isEnded = await wire.closes(20_000);
    if (!isEnded || !needsReason || wire.error !== null || again === 0) return wire;
  }
}

export async function until(holds) {
  for (const last = performance.now() + patience; performance.now() < last; await pause(200)) if (await holds()) return true;
  return false;
}

/** Creates sessions over a number of connections, of which some may be refused. */
export async function joined(attacker, count) {
  const wires = many(count, () => attacker());
  const results = await Promise.allSettled(wires.map((wire) => wire.join()));
  return wires.filter((_, i) => results[i].status === 'fulfilled');
}

export async function allEnd(what, wires) {
  await all(wires, (wire) => wire.closes(patience));
  check(`${what}: none is kept`, wires.every((wire) => wire.ended), `${wires.filter((wire) => !wire.ended).length} of ${wires.length} are`);
}
