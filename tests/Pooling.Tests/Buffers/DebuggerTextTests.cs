using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests the texts in debuggers, for live, ended and default values.</summary>
public sealed class DebuggerTextTests
{
    [Fact]
    public void ContiguousWriter_ShowsItsCounts()
    {
        var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 16, MaxCapacity = 100 });
        writer.Write([1, 2, 3]);
        string live = writer.DebuggerText;
        writer.Dispose();

        Assert.Equal("3 of 16 bytes, MaxCapacity = 100", live);
        Assert.Equal("closed", writer.DebuggerText);
    }

    [Fact]
    public void SegmentedWriter_ShowsItsCounts()
    {
        var writer = new SegmentedBufferWriter(new() { MaxCapacity = 100_000 });
        writer.Write([1, 2, 3]);
        string live = writer.DebuggerText;
        writer.Dispose();

        Assert.Equal("3 of 4096 bytes, MaxCapacity = 100000", live);
        Assert.Equal("closed", writer.DebuggerText);
    }

    [Fact]
    public void Reservation_ShowsItsLengthWhileItIsOpen()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> first = writer.Reserve(4);
        BufferReservation<byte> second = writer.Reserve(2);
        first.Patch([1, 2, 3, 4]);

        Assert.Equal("ended", first.DebuggerText);
        Assert.Equal("2 bytes", second.DebuggerText);
        Assert.Equal("default", default(BufferReservation<byte>).DebuggerText);
        writer.Dispose();
        Assert.Equal("ended", second.DebuggerText);
    }

    [Fact]
    public void SegmentReservation_ShowsItsLengthWhileItIsOpen()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> first = writer.Reserve(4);
        BufferReservation<byte> second = writer.Reserve(2);
        first.Patch([1, 2, 3, 4]);

        Assert.Equal("ended", first.DebuggerText);
        Assert.Equal("2 bytes", second.DebuggerText);
        Assert.Equal("default", default(BufferReservation<byte>).DebuggerText);
        writer.Dispose();
        Assert.Equal("ended", second.DebuggerText);
    }

    [Fact]
    public void Share_ShowsItsLengthUntilItEnds()
    {
        SharedBuffer share = SharedBuffer.Create([1, 2]);
        string live = share.DebuggerText;
        share.Dispose();

        Assert.Equal("2 bytes", live);
        Assert.Equal("ended", share.DebuggerText);
        Assert.Equal("default", default(SharedBuffer).DebuggerText);
    }

    [Fact]
    public void Owner_ShowsItsLengthUntilItIsDisposed()
    {
        var array = new PooledArray<byte>(16);
        using var writer = new SegmentedBufferWriter();
        writer.Write([1, 2, 3]);
        PooledSequence sequence = writer.Detach();
        (string Array, string Sequence) live = (array.DebuggerText, sequence.DebuggerText);
        array.Dispose();
        sequence.Dispose();

        Assert.Equal(("16 of 16 items", "3 bytes"), live);
        Assert.Equal(("disposed", "disposed"), (array.DebuggerText, sequence.DebuggerText));
    }

    [Fact]
    public void Pool_ShowsItsNameAndBytes()
    {
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { Name = "Packets" });
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
            lease.Value.Write([1]);
        pool.Dispose();

        Assert.Equal("Packets: Retained = 0, InUse = 0, 0 bytes of arrays", pool.DebuggerText);
    }
}
