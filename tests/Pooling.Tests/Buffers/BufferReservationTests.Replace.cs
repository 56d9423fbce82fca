using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests patches with a different number of items than reserved.</summary>
public sealed partial class BufferReservationTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(300)]
    public void Replace_WithAnyLength_MovesWhatFollows(int length)
    {
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 16);
        writer.Write([7]);
        BufferReservation<byte> reservation = writer.Reserve(4);
        writer.Write([8, 9]);
        byte[] items = [.. Enumerable.Range(1, length).Select(static i => (byte)i)];

        reservation.Replace(items);

        Assert.Equal([7, .. items, 8, 9], writer.WrittenSpan.ToArray());
        writer.Write([10]);
        Assert.Equal([7, .. items, 8, 9, 10], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Replace_BeforeALaterReservation_IsRefusedAndStaysOpen()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> outer = writer.Reserve(1);
        BufferReservation<byte> inner = writer.Reserve(1);
        writer.Write([5]);

        var exception = Assert.Throws<InvalidOperationException>(() => outer.Replace([1, 2]));
        Assert.Throws<InvalidOperationException>(() => outer.PatchVarint(300));

        Assert.Contains("not the last", exception.Message, StringComparison.Ordinal);
        Assert.Equal([0, 0, 5], writer.WrittenSpan.ToArray());
        inner.Replace([3, 3]);
        outer.Replace([1, 2]);
        Assert.Equal([1, 2, 3, 3, 5], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Replace_ThatDoesNotFit_ThrowsAndStaysOpen()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 4, MaxCapacity = 6 });
        BufferReservation<byte> reservation = writer.Reserve(2);
        writer.Write([3, 4]);

        var exception = Assert.Throws<BufferCapacityExceededException>(() => reservation.Replace(new byte[5]));

        Assert.Equal(7, exception.Requested);
        Assert.Equal([0, 0, 3, 4], writer.WrittenSpan.ToArray());
        reservation.Replace([9, 9, 9, 9]);
        Assert.Equal([9, 9, 9, 9, 3, 4], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Replace_WhenThePoolThrows_StaysOpen()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 4 }, pool);
        BufferReservation<byte> reservation = writer.Reserve(1);
        writer.Write(new byte[15]);

        Assert.Throws<InjectedFaultException>(() => reservation.Replace([1, 2]));

        Assert.Equal(new byte[16], writer.WrittenSpan.ToArray());
        reservation.Replace([1, 2]);
        Assert.Equal([1, 2, 0], writer.WrittenSpan.Slice(0, 3).ToArray());
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Replace_WithItemsOfTheWriter_IsRefused()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([1, 2, 3]);
        BufferReservation<byte> reservation = writer.Reserve(1);

        Assert.Equal("items", Assert.Throws<ArgumentException>(() => reservation.Replace(writer.WrittenSpan.Slice(0, 3))).ParamName);

        reservation.Patch(writer.WrittenSpan.Slice(1, 1));
        Assert.Equal([1, 2, 3, 2], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Replace_WithFewer_ClearsTheRestOfAClearingWriter()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new PooledArrayBufferWriter<byte>(new() { ClearOnReturn = true }, pool);
        BufferReservation<byte> reservation = writer.Reserve(4);
        writer.Write([1, 2, 3]);

        reservation.Replace([9]);

        Assert.Equal(new byte[3], writer.GetSpan().Slice(0, 3).ToArray());
    }
}
