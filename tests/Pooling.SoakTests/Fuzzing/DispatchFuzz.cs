using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Encodeables;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Dispatches changed and random packets. A handler writes the packet again, which must result in the payload, and what a
/// malformed packet had rented must be returned.</summary>
internal sealed class DispatchFuzz : IDisposable
{
    private const ushort PooledOpcode = 7;
    private const ushort FrameOpcode = 0xFFFE;

    private readonly FuzzRun _run;
    private readonly PooledArrayBufferWriter<byte> _message = new();
    private readonly PooledArrayBufferWriter<byte> _written = new();
    private readonly OpcodeDispatcher<PooledArrayBufferWriter<byte>> _dispatcher;
    private Exception? _fault;

    internal DispatchFuzz(FuzzRun run)
    {
        _run = run;
        _dispatcher = new OpcodeDispatcherBuilder<PooledArrayBufferWriter<byte>>()
            .AddPooled<PooledRef<FuzzPacket>, EncodeableParser<FuzzPacket, FuzzDecoder>>(
                PooledOpcode,
                static (in PooledArrayBufferWriter<byte> writer, in PooledRef<FuzzPacket> packet) => packet.Value.Write(writer),
                new EncodeableParser<FuzzPacket, FuzzDecoder>(FuzzPacket.Pool))
            .Add<FuzzFrame, FuzzFrame>(
                FrameOpcode, static (in PooledArrayBufferWriter<byte> writer, in FuzzFrame packet) => packet.Write(writer))
            .OnFault((in PooledArrayBufferWriter<byte> _, ushort _, Exception exception) => _fault = exception)
            .Build();
    }

    public void Dispose()
    {
        _message.Dispose();
        _written.Dispose();
    }

    internal void Run()
    {
        ushort opcode = _run.Random.Next(8) switch { 0 => (ushort)_run.Random.Next(), 1 or 2 => FrameOpcode, _ => PooledOpcode };
        byte[] payload = Create(opcode, out bool isIntact);
        var input = new FuzzInput(_run.Arrays, payload, FuzzInput.Canary);
        _written.ResetWrittenCount();
        PooledArrayBufferWriter<byte> context = _written;
        DispatchStatus status = _dispatcher.Dispatch(in context, opcode, input.Memory.Span);
        input.Return(_run.Arrays, payload);
        if (_fault is not null)
            throw new SoakException($"A packet of {payload.Length} bytes: {_fault}");

        SoakException.ThrowUnless(
            opcode is PooledOpcode or FrameOpcode
                ? status is DispatchStatus.Handled or DispatchStatus.Malformed
                : status == DispatchStatus.Unknown,
            $"Opcode {opcode}: {status}.");
        SoakException.ThrowUnless(!isIntact || status == DispatchStatus.Handled, $"Opcode {opcode}: a valid packet is {status}.");
        _run.Scan(_written.WrittenSpan);
        if (status == DispatchStatus.Handled)
            _run.ScanEqual(_written.WrittenSpan, payload, "The packet differs from its payload.");
        else
            SoakException.ThrowUnless(_written.WrittenCount == 0, "A packet that is not valid was handled.");
    }

    private byte[] Create(ushort opcode, out bool isIntact)
    {
        isIntact = false;
        if (_run.Random.Next(10) == 0)
        {
            byte[] bytes = _run.RandomBytes(_run.Random.Next(200));
            FuzzRun.Strip(bytes);
            return bytes;
        }

        _message.ResetWrittenCount();
        if (opcode == FrameOpcode)
            _message.Write(_run.RandomBytes(32));
        else
            WritePacket();

        byte[] payload = _message.WrittenSpan.ToArray();
        isIntact = !FuzzRun.Strip(payload) && opcode is FrameOpcode or PooledOpcode;
        if (_run.Random.Next(3) == 0)
            return payload;

        isIntact = false;
        payload = _run.Mutate(payload);
        FuzzRun.Strip(payload);
        return payload;
    }

    private void WritePacket()
    {
        Random random = _run.Random;
        int most = random.Next(10) == 0 ? 4000 : 40;
        _message.WriteUInt32BigEndian((uint)random.Next());
        _message.WritePrefixedBytes(_run.RandomBytes(random.Next(most)), LengthPrefix.UInt16LittleEndian);
        int numbers = random.Next(12);
        _message.WriteUInt16BigEndian((ushort)numbers);
        _message.Write(_run.RandomBytes(numbers * sizeof(long)));
        byte[] text = new byte[random.Next(60)];
        FuzzText.Fill(text, random);
        _message.WritePrefixedBytes(text, LengthPrefix.Int32BigEndian);
        int items = random.Next(6);
        _message.WriteByte((byte)items);
        for (; items > 0; items--)
        {
            _message.WriteUInt16LittleEndian((ushort)random.Next());
            int samples = random.Next(9);
            _message.WriteByte((byte)samples);
            _message.Write(_run.RandomBytes(samples * sizeof(short)));
        }
    }
}
