using System.Buffers;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Tests JSON leases whose target is rented, and returned before them. The next renter of the target gets nothing.</summary>
public sealed class RentedTargetTests : IDisposable
{
    private readonly BufferWriterPool _writers = new();
    private readonly Utf8JsonWriterPool _json = new();

    public void Dispose()
    {
        _json.Dispose();
        _writers.Dispose();
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void Lease_ThatOutlivesItsTarget_ThrowsAndWritesNothingToTheNextRenter(bool segmented, bool flushes)
    {
        var (target, end) = Rent(segmented);
        PooledUtf8JsonWriter lease = _json.Rent(target);
        lease.Writer.WriteStringValue("secret");
        end();
        var (next, endNext) = Rent(segmented);
        Assert.Same(target, next);

        Assert.Throws<ObjectDisposedException>(flushes ? lease.Flush : lease.Dispose);
        lease.Dispose();

        Assert.False(lease.IsLive);
        Assert.Equal(0, Written(next));
        endNext();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Lease_OfATargetThatHadEndedBefore_Throws(bool segmented)
    {
        var (target, end) = Rent(segmented);
        end();
        PooledUtf8JsonWriter lease = _json.Rent(target);
        lease.Writer.WriteStringValue("secret");
        var (next, endNext) = Rent(segmented);
        Assert.Same(target, next);

        Assert.Throws<ObjectDisposedException>(lease.Dispose);

        Assert.Equal(0, Written(next));
        endNext();
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Lease_OfAStreamOfARentalThatHadEnded_LeavesTheNextRenterAlone(bool segmented, bool isAsynchronous)
    {
        var (target, end) = Rent(segmented);
        Stream stream = target is SegmentedBufferWriter chain ? chain.AsStream() : ((PooledArrayBufferWriter<byte>)target).AsStream();
        end();
        var (next, endNext) = Rent(segmented);
        Assert.Same(target, next);

        if (isAsynchronous)
        {
            PooledAsyncUtf8JsonWriter lease = _json.RentAsyncWriter(stream);
            lease.Writer.WriteNumberValue(1);
            Assert.Equal(0, Written(next)); // does not throw
            await Assert.ThrowsAsync<ObjectDisposedException>(async () => await lease.DisposeAsync());
        }
        else
        {
            PooledUtf8JsonWriter lease = _json.Rent(stream);
            lease.Writer.WriteNumberValue(1);
            Assert.Equal(0, Written(next));
            Assert.Throws<ObjectDisposedException>(lease.Dispose);
        }

        Assert.Equal(0, Written(next));
        endNext();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Document_ThatIsWrittenInPieces_EndsAtThePieceAfterTheRental(bool segmented)
    {
        var (target, end) = Rent(segmented);
        PooledUtf8JsonWriter lease = _json.Rent(target, drainThreshold: 1);
        lease.Writer.WriteStartArray();
        lease.Flush();
        Assert.Equal(1, Written(target));
        end();
        var (next, endNext) = Rent(segmented);

        Assert.Throws<ObjectDisposedException>(() =>
        {
            for (int i = 0; i < 10_000; i++)
                lease.Writer.WriteNumberValue(i);
        });
        lease.Dispose();

        Assert.Equal(0, Written(next));
        endNext();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void NextLease_OfTheSameWriter_IsNotBoundToTheTargetBefore(bool segmented)
    {
        var (target, end) = Rent(segmented);
        using (PooledUtf8JsonWriter first = _json.Rent(target))
            first.Writer.WriteNumberValue(1);

        Assert.Equal(1, Written(target));
        end();
        var stream = new MemoryStream();
        using (PooledUtf8JsonWriter second = _json.Rent(stream))
            second.Writer.WriteNumberValue(22);

        var owned = new RecordingBufferWriter(4096);
        using (PooledUtf8JsonWriter third = _json.Rent(owned))
            third.Writer.WriteNumberValue(333);

        Assert.Equal("22"u8.ToArray(), stream.ToArray());
        Assert.Equal("333"u8.ToArray(), owned.Content);
    }

    /// <summary>Checks a rental whose lease had begun when there was no memory to open it.</summary>
    [Theory]
    [InlineData("writer")]
    [InlineData("segmented writer")]
    [InlineData("stream")]
    [InlineData("asynchronous")]
    public void Rental_WithoutMemoryForItsTarget_IsEnded(string kind)
    {
        var (target, end) = Rent(segmented: kind == "segmented writer");
        Stream? stream = (target as PooledArrayBufferWriter<byte>)?.AsStream();
        _json.Rent().Dispose(); // so that the writer exists
        try
        {
            Allocations.Failing = static () => throw new OutOfMemoryException();
            Assert.Throws<OutOfMemoryException>(() => kind switch
            {
                "stream" => _json.Rent(stream!).IsLive,
                "asynchronous" => _json.RentAsyncWriter(stream!).IsLive,
                _ => _json.Rent(target).IsLive,
            });
        }
        finally
        {
            Allocations.Failing = null;
        }

        PoolStatistics statistics = _json.GetStatistics();
        Assert.Equal((0, 1), (statistics.InUse, statistics.TotalDropped));
        using (PooledUtf8JsonWriter lease = _json.Rent(target))
            lease.Writer.WriteNumberValue(1);

        Assert.Equal(1, Written(target));
        end();
    }

    private static long Written(IBufferWriter<byte> writer) =>
        writer is SegmentedBufferWriter segmented ? segmented.WrittenCount : ((PooledArrayBufferWriter<byte>)writer).WrittenCount;

    private (IBufferWriter<byte> Writer, Action End) Rent(bool segmented)
    {
        if (segmented)
        {
            PooledLease<SegmentedBufferWriter> rented = _writers.RentSegmented();
            return (rented.Value, rented.Dispose);
        }

        PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        return (lease.Value, lease.Dispose);
    }
}
