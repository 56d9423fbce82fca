// Faulty servers, which show that the cases detect their faults.
import { listen } from './connection.mjs';
import { close, frame, opcodes, pong } from './frames.mjs';

const faults = {
  /** Sends each frame back unchanged, whatever it is. */
  'checks nothing': (link) => {
    link.accept = ({ opcode, payload, fin, rsv }) => {
      link.post(opcode === opcodes.ping ? pong(payload, { fin, rsv }) : frame(opcode, payload, { fin, rsv }));
      if (opcode === opcodes.close) link.socket.end();
    };
  },

  /** Echoes one message, and closes. */
  'closes too early': (link) => {
    link.accept = ({ opcode, payload }) => {
      if (opcode <= opcodes.binary) link.post(frame(opcode || opcodes.text, payload), close(1000));
      if (opcode >= opcodes.close) link.socket.end();
    };
  },

  /** Fails every connection for the wrong reason. */
  'always says 1011': (link) => {
    link.accept = () => {
      link.post(close(1011));
      link.socket.end();
      link.accept = () => {};
    };
  },

  /** Drops every connection at its first frame. */
  'drops': (link) => { link.accept = () => link.socket.destroy(); },

  /** Answers a close correctly, but keeps the TCP connection open. */
  'never ends': (link) => {
    link.accept = ({ opcode, payload }) => {
      if (opcode === opcodes.ping) link.post(pong(payload));
      else if (opcode === opcodes.close || opcode < opcodes.close) link.post(frame(opcode, payload));
    };
  },
};

export async function careless(fault) {
  const server = await listen((path, upgrade) => faults[fault](upgrade()));
  return { port: server.address().port, close: () => server.close() };
}
