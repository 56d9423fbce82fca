using System.Buffers;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests faults in each call of an array pool, clock, stream or buffer writer, before or after its work. No array has two owners,
/// none is lost, and the content is either the old or the new one.</summary>
public sealed partial class InjectedFaultTests
{
    private static readonly Dictionary<string, Action<Room>> s_programs = new()
    {
        ["owned writer"] = static room =>
        {
            PooledArrayBufferWriter<byte>? writer = null;
            if (!room.Try(() => writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, room.Arrays)))
                return;

            WriteAll(room, writer!, new Model());
            room.Try(writer!.Dispose);
        },
        ["clearing writer"] = static room =>
        {
            var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0, ClearOnReturn = true }, room.Arrays);
            WriteAll(room, writer, new Model());
            room.Try(writer.Dispose);
        },
        ["rented writers"] = static room =>
        {
            BufferWriterPool? pool = null;
            if (!room.Try(() => pool = room.NewWriterPool()))
                return;

            for (int i = 0; i < 3; i++)
            {
                PooledLease<PooledArrayBufferWriter<byte>> lease = default;
                if (room.Try(() => lease = pool!.Rent()))
                {
                    WriteAll(room, lease.Value, new Model());
                    room.Try(() => lease.Dispose());
                    Assert.False(lease.IsLive);
                }

                room.Clock.Advance(TimeSpan.FromMinutes(1));
            }

            room.Close(pool!);
        },
        ["segmented writer"] = static room =>
        {
            var writer = new SegmentedBufferWriter(new BufferWriterOptions(), room.Arrays);
            WriteAll(room, writer, new Model());
            room.Try(writer.Dispose);
        },
        ["rented segmented writers"] = static room =>
        {
            BufferWriterPool? pool = null;
            if (!room.Try(() => pool = room.NewWriterPool()))
                return;

            for (int i = 0; i < 3; i++)
            {
                PooledLease<SegmentedBufferWriter> lease = default;
                if (room.Try(() => lease = pool!.RentSegmented()))
                {
                    WriteAll(room, lease.Value, new Model());
                    room.Try(() => lease.Dispose());
                    Assert.False(lease.IsLive);
                }

                room.Clock.Advance(TimeSpan.FromMinutes(1));
            }

            room.Close(pool!);
        },
        ["arrays"] = static room =>
        {
            PooledArray<byte>? array = null;
            if (!room.Try(() => array = new PooledArray<byte>(100, room.Arrays, clearOnReturn: true)))
                return;

            array!.Span.Fill(1);
            room.Try(array.Dispose);
        },
        ["shared messages"] = static room =>
        {
            SharedBuffer message = default;
            if (!room.Try(() => message = SharedBuffer.Create(Text(100), room.Arrays)))
                return;

            SharedBuffer part = message.Slice(10, 20);
            room.Try(() => message.TryReturn());
            Assert.Equal(Text(100).Skip(10).Take(20), part.Span.ToArray());
            room.Try(() => part.TryReturn());
        },
        ["memory"] = static room =>
        {
            MagazineMemoryPool? pool = null;
            if (!room.Try(() => pool = new MagazineMemoryPool(
                new MagazineMemoryPoolOptions { MaxRetained = 3, MaxRetainedCapacity = 4096 }, room.Arrays, room.Clock)))
            {
                return;
            }

            for (int round = 0; round < 3; round++)
            {
                var owners = new List<IMemoryOwner<byte>>();
                foreach (int length in new[] { 1, 300, 4000, 5000, 300, 300, 300, 300 })
                    room.Try(() => owners.Add(pool!.Rent(length)));

                for (int i = 0; i < owners.Count; i++)
                    owners[i].Memory.Span.Fill((byte)i);

                for (int i = 0; i < owners.Count; i++)
                {
                    Assert.DoesNotContain(owners[i].Memory.ToArray(), value => value != i);
                    room.Try(owners[i].Dispose);
                    room.Try(owners[i].Dispose);
                }

                room.Clock.Advance(TimeSpan.FromMinutes(1));
            }

            Assert.Equal(0, pool!.GetStatistics().InUse);
            room.Try(pool.Trim);
            room.Try(pool.Dispose);
            Room.AssertNothingCharged(() => pool.ChargedBytes);
        },
    };

    public static TheoryData<string> Programs => [.. s_programs.Keys];

    [Theory]
    [MemberData(nameof(Programs))]
    public void AnyCall_ThatThrowsBeforeOrAfterItsWork_LeavesEveryArrayInOneHand(string program)
    {
        foreach (FaultMoment moment in new[] { FaultMoment.Before, FaultMoment.After })
        {
            int calls = 0;
            for (bool fired = true; fired; calls++)
            {
                var room = new Room(new FaultPlan(calls + 1, moment));
                s_programs[program](room);
                room.AssertAllReturned();
                fired = room.Plan.HasFired;
            }

            Assert.True(calls > 2, "Renting and returning should have failed.");
        }
    }

    private static void WriteAll(Room room, PooledArrayBufferWriter<byte> writer, Model model)
    {
        byte[] Content() => writer.WrittenSpan.ToArray();
        room.Step(model, Content, 10, bytes => writer.Write(bytes));
        room.Step(model, Content, 300, bytes => writer.Write(bytes));
        room.Step(model, Content, 1000, bytes =>
        {
            bytes.CopyTo(writer.GetSpan(bytes.Length));
            writer.Advance(bytes.Length);
        });
        room.Step(model, Content, 3000, bytes => writer.Reserve(bytes.Length).Patch(bytes));
        BufferReservation<byte> reservation = writer.Reserve(0);
        room.Step(model, Content, 9000, bytes => reservation.Replace(bytes));
        room.Step(model, Content, 20_000, bytes => writer.WriteUtf8($"{new string((char)bytes[0], bytes.Length)}"));
        room.CopyAll(model, writer.CopyTo, target => target.Write(writer.WrittenSpan),
            stream => writer.CopyToAsync(stream).AsTask(), writer.AsReadStream);
        if (room.Owns(writer))
            room.Step(model, Content, 0, _ => writer.TrimExcess());

        PooledArray<byte> detached = room.Detach(Content, writer.Detach);
        model.AssertIs(detached.Span.ToArray());
        var next = new Model();
        room.Step(next, Content, 500, bytes => writer.Write(bytes));
        model.AssertIs(detached.Span.ToArray());
        room.Try(detached.Dispose);
        room.Step(next, Content, 500, bytes => writer.Write(bytes));
        SharedBuffer shared = room.Detach(Content, writer.DetachShared);
        room.Try(() => shared.TryReturn());
    }

    private static void WriteAll(Room room, SegmentedBufferWriter writer, Model model)
    {
        byte[] Content() => writer.WrittenSequence.ToArray();
        room.Step(model, Content, 10, bytes => writer.Write(bytes));
        room.Step(model, Content, 5000, bytes => writer.Write(bytes));
        room.Step(model, Content, 20_000, bytes =>
        {
            bytes.CopyTo(writer.GetSpan(bytes.Length));
            writer.Advance(bytes.Length);
        });
        room.Step(model, Content, 30_000, bytes => writer.Reserve(bytes.Length).Patch(bytes));
        BufferReservation<byte> reservation = writer.Reserve(0);
        room.Step(model, Content, 20_000, bytes => reservation.Replace(bytes));
        room.Step(model, Content, 20_000, bytes => writer.Write(bytes));
        room.CopyAll(model, writer.CopyTo, writer.CopyTo, stream => writer.CopyToAsync(stream).AsTask(), writer.AsReadStream);
        writer.Truncate(model.Count / 2);
        model.Truncate(model.Count / 2);
        if (room.Owns(writer))
            room.Step(model, Content, 0, _ => writer.TrimExcess());

        PooledSequence detached = room.Detach(Content, writer.Detach);
        model.AssertIs(detached.Sequence.ToArray());
        var next = new Model();
        room.Step(next, Content, 9000, bytes => writer.Write(bytes));
        model.AssertIs(detached.Sequence.ToArray());
        room.Try(detached.Dispose);
        room.Step(next, Content, 9000, bytes => writer.Write(bytes));
    }

    private static byte[] Text(int length) => [.. Enumerable.Range(0, length).Select(static i => (byte)('a' + (i % 26)))];
}
