using System.Buffers;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;
using Pooling.SoakTests.Objects;

namespace Pooling.SoakTests.Faults;

/// <summary>A thread that rents from every room, writes its own pattern, and checks that it is unchanged.</summary>
internal sealed class FaultWorker(FaultRooms rooms, SharedSlots slots, int index)
{
    private readonly Random _random = new(index);
    private byte _stamp = (byte)'a';

    internal long Steps { get; private set; }

    internal long Faults { get; private set; }

    internal long Interrupts { get; private set; }

    internal long Written { get; private set; }

    internal long Read { get; private set; }

    internal void Step()
    {
        Steps++;
        _stamp = (byte)('a' + ((_stamp - 'a' + 1) % 26));
        switch (_random.Next(9))
        {
            case 0:
                UseWriter();
                break;
            case 1:
                UseSegments();
                break;
            case 2:
                ShareMessage();
                break;
            case 3:
                UseMemory();
                break;
            case 4:
                UseItem();
                break;
            case 5:
                UseLease();
                break;
            case 6:
                WriteJson();
                break;
            case 7:
                UseList();
                break;
            default:
                UseChannel();
                break;
        }
    }

    /// <summary>Runs an action that may be ended by a fault or an interrupt.</summary>
    private bool Try(Action action)
    {
        try
        {
            action();
            return true;
        }
        catch (InjectedFaultException)
        {
            Faults++;
        }
        catch (ThreadInterruptedException)
        {
            Interrupts++;
        }

        return false;
    }

    private static void Expect(ReadOnlySpan<byte> view, byte stamp, string what)
    {
        int at = view.IndexOfAnyExcept(stamp);
        SoakException.ThrowUnless(at < 0, $"{what}: a foreign byte at {at} of {view.Length}.");
    }

    private static void Expect(in ReadOnlySequence<byte> view, byte stamp, string what)
    {
        foreach (ReadOnlyMemory<byte> chunk in view)
            Expect(chunk.Span, stamp, what);
    }

    private byte[] Text(int most)
    {
        byte[] text = new byte[_random.Next(1, _random.Next(4) == 0 ? most : most / 50)];
        Array.Fill(text, _stamp);
        return text;
    }

    private void UseWriter()
    {
        PooledLease<PooledArrayBufferWriter<byte>> lease = default;
        if (!Try(() => lease = rooms.Writers.Rent()))
            return;

        PooledArrayBufferWriter<byte> writer = lease.Value;
        int written = 0;
        for (int i = 0; i < 5; i++)
        {
            byte[] text = Text(50_000);
            bool done = Try(() =>
            {
                if (text.Length % 3 == 0)
                    writer.WriteUtf8(new string((char)_stamp, text.Length).AsSpan());
                else if (text.Length % 3 == 1)
                    writer.WriteUtf8($"{new string((char)_stamp, text.Length)}");
                else
                    writer.Write(text);
            });
            written += done ? text.Length : 0;
            SoakException.ThrowUnless(writer.WrittenCount == written, "A write that threw was counted, or one that did not was not.");
            Expect(writer.WrittenSpan, _stamp, "writer");
        }

        PooledArray<byte>? detached = null;
        if (_random.Next(3) == 0 && Try(() => detached = writer.Detach())) // which may copy to a shorter array
        {
            Expect(detached!.Span, _stamp, "detached");
            Try(() => lease.Dispose());
            Expect(detached.Span, _stamp, "detached");
            Try(detached.Dispose);
        }

        Try(() => lease.Dispose());
        SoakException.ThrowUnless(!lease.IsLive, "A lease is live after its disposal.");
    }

    private void UseSegments()
    {
        PooledLease<SegmentedBufferWriter> lease = default;
        if (!Try(() => lease = rooms.Writers.RentSegmented()))
            return;

        SegmentedBufferWriter writer = lease.Value;
        long written = 0;
        for (int i = 0; i < 5; i++)
        {
            byte[] text = Text(200_000);
            written += Try(() => writer.Write(text)) ? text.Length : 0;
            SoakException.ThrowUnless(writer.WrittenCount == written, "A write that threw was counted, or one that did not was not.");
            Expect(writer.WrittenSequence, _stamp, "segments");
        }

        PooledSequence? detached = null;
        if (_random.Next(3) == 0 && !Try(() => detached = writer.Detach())) // which may copy to a shorter chunk
            Expect(writer.WrittenSequence, _stamp, "segments that stay");

        Try(() => lease.Dispose());
        if (detached is not null)
        {
            Expect(detached.Sequence, _stamp, "sequence");
            Try(detached.Dispose);
        }
    }

    private void ShareMessage()
    {
        SharedBuffer message = default;
        byte[] text = Text(20_000);
        if (!Try(() => message = SharedBuffer.Create(text, rooms.Arrays)))
            return;

        SharedSlots.Entry? other = slots.Put(new SharedSlots.Entry(message, _stamp), _random);
        if (other is null)
            return;

        Expect(other.Message.Span, other.Stamp, "shared message");
        Try(() => other.Message.TryReturn());
        SoakException.ThrowUnless(!other.Message.IsLive, "A share is live after its return.");
    }

    private void UseMemory()
    {
        IMemoryOwner<byte>? owner = null;
        if (!Try(() => owner = rooms.Memory.Rent(_random.Next(1, 20_000))))
            return;

        owner!.Memory.Span.Fill(_stamp);
        Thread.Yield();
        Expect(owner.Memory.Span, _stamp, "memory");
        Try(owner.Dispose);
        Try(owner.Dispose);
    }

    private void UseItem()
    {
        SoakItem? item = null;
        if (!Try(() => item = rooms.Items.Get()))
            return;

        item!.Take();
        Thread.Yield();
        item.Give();
        Try(() => rooms.Items.Return(item));
    }

    private void UseLease()
    {
        PooledLease<SoakItem> lease = default;
        if (!Try(() => lease = rooms.Leases.Rent()))
            return;

        lease.Value.Take();
        Thread.Yield();
        lease.Value.Give();
        Try(() => lease.Dispose());
        SoakException.ThrowUnless(!lease.IsLive, "A lease is live after its disposal.");
    }

    private void WriteJson()
    {
        PooledUtf8JsonWriter lease = default;
        if (!Try(() => lease = rooms.Json.Rent()))
            return;

        Utf8JsonWriter? writer = null;
        string text = new((char)_stamp, _random.Next(1, 20_000));
        bool done = Try(() =>
        {
            writer = lease.Writer;
            writer.WriteStartArray();
            for (int i = 0; i < 4; i++)
            {
                writer.WriteStringValue(text);
                Thread.Yield();
            }

            writer.WriteEndArray();
            writer.Flush();
        });
        if (done)
        {
            ReadOnlySpan<byte> written = lease.WrittenSpan;
            SoakException.ThrowUnless(written.Length == (4 * (text.Length + 3)) + 1, "A document has another length.");
            SoakException.ThrowUnless(written.IndexOfAnyExcept([_stamp, .. "[]\","u8]) < 0, "JSON: a foreign byte.");
        }

        Try(() => lease.Dispose());
    }

    private void UseList()
    {
        var list = new EncodeableList<FaultPart>(rooms.Parts);
        for (int round = 0; round < 3; round++)
        {
            for (int i = 0; i < 20; i++)
                Try(() => list.Add().Take(index + 1));

            Thread.Yield();
            foreach (FaultPart part in list.Span)
                part.Check(index + 1);

            Try(list.Clear);
            SoakException.ThrowUnless(list.Count == 0, "A list has parts after it was cleared.");
        }
    }

    private void UseChannel()
    {
        for (int i = 0; i < 20; i++)
        {
            bool done = false;
            if (_random.Next(2) == 0)
            {
                Try(() => done = rooms.Channel.Writer.TryWrite(Steps));
                Written += done ? 1 : 0;
            }
            else
            {
                Try(() => done = rooms.Channel.Reader.TryRead(out _));
                Read += done ? 1 : 0;
            }
        }
    }
}
