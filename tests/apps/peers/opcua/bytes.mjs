// Reads and writes values in UA Binary.

/** Writes values in sequence. */
export class Writer {
  parts = [];

  raw(bytes) {
    this.parts.push(Buffer.from(bytes));
    return this;
  }

  number(method, size, value) {
    const part = Buffer.alloc(size);
    part[method](value);
    this.parts.push(part);
    return this;
  }

  u8(value) { return this.number('writeUInt8', 1, value); }
  u16(value) { return this.number('writeUInt16LE', 2, value); }
  u32(value) { return this.number('writeUInt32LE', 4, value); }
  i32(value) { return this.number('writeInt32LE', 4, value); }
  i64(value) { return this.number('writeBigInt64LE', 8, BigInt(value)); }
  double(value) { return this.number('writeDoubleLE', 8, value); }
  bytes(value) { return value === null ? this.i32(-1) : this.i32(value.length).raw(value); }
  string(value) { return this.bytes(value === null ? null : Buffer.from(value, 'utf8')); }

  /** Writes a numeric id in the form with four or seven bytes, or `null`. */
  nodeId(value, namespace = 0) {
    if (value === null) return this.u8(0).u8(0);
    if (value < 65536 && namespace < 256) return this.u8(1).u8(namespace).u16(value);
    return this.u8(2).u16(namespace).u32(value);
  }

  array(values, write) {
    this.i32(values.length);
    for (const value of values) write(this, value);
    return this;
  }

  end() { return Buffer.concat(this.parts); }
}

/** Reads values in sequence. */
export class Reader {
  constructor(bytes, at = 0) {
    this.buffer = bytes;
    this.at = at;
  }

  take(count) {
    if (count < 0 || this.at + count > this.buffer.length) throw new RangeError(`${count} bytes at ${this.at} of ${this.buffer.length}`);
    this.at += count;
    return this.buffer.subarray(this.at - count, this.at);
  }

  u8() { return this.take(1)[0]; }
  u16() { return this.take(2).readUInt16LE(); }
  u32() { return this.take(4).readUInt32LE(); }
  i32() { return this.take(4).readInt32LE(); }
  i64() { return this.take(8).readBigInt64LE(); }
  double() { return this.take(8).readDoubleLE(); }

  bytes() {
    const length = this.i32();
    return length < 0 ? null : this.take(length);
  }

  string() { return this.bytes()?.toString('utf8') ?? null; }

  /** Reads an id in any form. Returns its bytes, and its number if it has one. */
  nodeId() {
    const start = this.at;
    const form = this.u8() & 0x3f;
    let value = null;
    if (form === 0) value = this.u8();
    else if (form === 1) { this.u8(); value = this.u16(); }
    else if (form === 2) { this.u16(); value = this.u32(); }
    else if (form === 4) { this.u16(); this.take(16); }
    else { this.u16(); this.bytes(); }
    return { value, bytes: this.buffer.subarray(start, this.at) };
  }

  /** Reads the header of a response. */
  responseHeader() {
    this.i64();
    const handle = this.u32();
    const status = this.u32();
    if (this.u8() !== 0) throw new Error('diagnostics were not asked for');
    for (let strings = this.i32(); strings > 0; strings--) this.string();
    this.nodeId();
    if (this.u8() !== 0) this.bytes();
    return { handle, status };
  }
}
