using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests random sequences of operations against a list of bytes.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    private const int MaxModelCapacity = 5000;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Operations_InAnyOrder_EqualTheModel(bool clearOnReturn) =>
        Prop.ForAll(ArbMap.Default.ArbFor<(byte Operation, ushort Argument)[]>(), operations =>
        {
            var pool = new CountingArrayPool<byte> { KeepsContent = true };
            var owners = new List<(PooledArray<byte> Owner, byte[] Expected)>();
            using (var writer = new PooledArrayBufferWriter<byte>(
                new() { InitialCapacity = 16, MaxCapacity = MaxModelCapacity, ClearOnReturn = clearOnReturn }, pool))
            {
                RunAgainstModel(writer, operations, owners);
            }

            CheckOwners(owners);
            pool.AssertAllReturned();
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(300).WithEndSize(200));

    [Fact]
    public void Operations_OnRentedWriters_EqualTheModel()
    {
        var arrays = new CountingArrayPool<byte> { KeepsContent = true };
        var pool = new BufferWriterPool(new BufferWriterPoolOptions
        {
            InitialCapacity = 16,
            MaxCapacity = MaxModelCapacity,
            MaxRetainedCapacity = 1024,
            ClearOnReturn = true,
        }, arrayPool: arrays);

        Prop.ForAll(ArbMap.Default.ArbFor<(byte Operation, ushort Argument)[]>(), operations =>
        {
            var owners = new List<(PooledArray<byte> Owner, byte[] Expected)>();
            using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
                RunAgainstModel(lease.Value, operations, owners);

            CheckOwners(owners);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(300).WithEndSize(200));

        pool.Dispose();
        arrays.AssertAllReturned();
        Assert.All(arrays.CameBack,
            static array => Assert.DoesNotContain(array, static value => value is not 0 and not TestPoolOptions.FreshPattern));
    }

    private static void RunAgainstModel(
        PooledArrayBufferWriter<byte> writer,
        (byte Operation, ushort Argument)[] operations,
        List<(PooledArray<byte> Owner, byte[] Expected)> owners)
    {
        var model = new List<byte>();
        byte next = 1;
        foreach ((byte operation, ushort argument) in operations)
        {
            int size = argument % 700;
            switch (operation % 8)
            {
                case 0: // a span, not filled to its end
                case 1: // a memory
                    bool fits = model.Count + Math.Max(1, size) <= MaxModelCapacity;
                    Exception? refusal = Record.Exception(() => { writer.GetSpan(size); });
                    Assert.Equal(fits, refusal is null);
                    if (!fits)
                    {
                        Assert.IsType<BufferCapacityExceededException>(refusal);
                        break;
                    }

                    Span<byte> room = operation % 8 == 0 ? writer.GetSpan(size) : writer.GetMemory(size).Span;
                    Assert.True(room.Length >= Math.Max(1, size));
                    int used = size / 2;
                    room.Slice(0, Math.Max(1, size)).Fill(++next);
                    writer.Advance(used);
                    model.AddRange(Enumerable.Repeat(next, used));
                    break;

                case 2:
                    byte[] message = [.. Enumerable.Repeat(++next, size)];
                    bool written = Record.Exception(() => writer.Write(message)) is null;
                    Assert.Equal(model.Count + size <= MaxModelCapacity, written);
                    if (written)
                        model.AddRange(message);

                    break;

                case 3:
                    bool truncated = Record.Exception(() => writer.Truncate(size)) is null;
                    Assert.Equal(size <= model.Count, truncated);
                    if (truncated)
                        model.RemoveRange(size, model.Count - size);

                    break;

                case 4:
                    bool rewound = Record.Exception(() => writer.Rewind(size)) is null;
                    Assert.Equal(size <= model.Count, rewound);
                    if (rewound)
                        model.RemoveRange(model.Count - size, size);

                    break;

                case 5 when argument % 4 == 0:
                    writer.ResetWrittenCount();
                    model.Clear();
                    break;

                case 6 when argument % 4 == 0:
                    owners.Add((writer.Detach(), [.. model]));
                    model.Clear();
                    break;

                case 7:
                    Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(MaxModelCapacity + 1 + argument));
                    writer.Advance(0);
                    break;

                default:
                    break;
            }

            Assert.Equal(model.Count, writer.WrittenCount);
            Assert.True(writer.WrittenSpan.SequenceEqual(model.ToArray()));
            Assert.True(writer.WrittenMemory.Span.SequenceEqual(model.ToArray()));
            Assert.InRange(writer.Capacity, model.Count, MaxModelCapacity);
        }
    }

    private static void CheckOwners(List<(PooledArray<byte> Owner, byte[] Expected)> owners)
    {
        foreach ((PooledArray<byte> owner, byte[] expected) in owners)
        {
            Assert.True(owner.Span.SequenceEqual(expected));
            owner.Dispose();
        }
    }
}
