using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text;
using Pooling.Buffers;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Tests writers whose content is read while a JSON lease still holds a part of it.</summary>
public sealed class OpenTargetTests : IDisposable
{
    private readonly BufferWriterPool _writers = new();
    private readonly Utf8JsonWriterPool _json = new();

    public static TheoryData<string> Reads => [.. s_reads.Keys];

    public static TheoryData<string> SegmentedReads => [.. s_segmentedReads.Keys];

    private static readonly Dictionary<string, Action<PooledArrayBufferWriter<byte>, BufferReservation<byte>>> s_reads = new()
    {
        ["WrittenSpan"] = static (writer, length) => _ = writer.WrittenSpan,
        ["WrittenMemory"] = static (writer, length) => _ = writer.WrittenMemory,
        ["WrittenCount"] = static (writer, length) => _ = writer.WrittenCount,
        ["CopyTo a stream"] = static (writer, _) => writer.CopyTo(new MemoryStream()),
        ["CopyToAsync to a stream"] = static (writer, length) => _ = writer.CopyToAsync(new MemoryStream()),
        ["CopyTo a pipe"] = static (writer, _) => writer.CopyTo(new Pipe().Writer),
        ["CopyToAsync to a pipe"] = static (writer, length) => _ = writer.CopyToAsync(new Pipe().Writer),
        ["AsReadStream"] = static (writer, length) => _ = writer.AsReadStream().Read(new byte[1], 0, 1),
        ["Detach"] = static (writer, _) => writer.Detach(),
        ["DetachShared"] = static (writer, _) => writer.DetachShared(),
        ["DetachShared of many"] = static (writer, _) => writer.DetachShared(new SharedBuffer[2]),
        ["PatchLengthBigEndian"] = static (_, length) => length.PatchLengthBigEndian(),
        ["PatchVarintLength"] = static (_, length) => length.PatchVarintLength(),
        ["PatchPaddedVarintLength"] = static (_, length) => length.PatchPaddedVarintLength(),
        ["WrittenSince"] = static (writer, length) => _ = length.WrittenSince,
        ["Rewind"] = static (writer, _) => writer.Rewind(1),
        ["Truncate"] = static (writer, _) => writer.Truncate(1),
    };

    private static readonly Dictionary<string, Action<SegmentedBufferWriter, BufferReservation<byte>>> s_segmentedReads = new()
    {
        ["WrittenSequence"] = static (writer, length) => _ = writer.WrittenSequence,
        ["WrittenCount"] = static (writer, length) => _ = writer.WrittenCount,
        ["CopyTo a stream"] = static (writer, _) => writer.CopyTo(new MemoryStream()),
        ["CopyTo a writer"] = static (writer, _) => writer.CopyTo(new PooledArrayBufferWriter<byte>()),
        ["CopyToAsync to a stream"] = static (writer, length) => _ = writer.CopyToAsync(new MemoryStream()),
        ["CopyToAsync to a pipe"] = static (writer, length) => _ = writer.CopyToAsync(new Pipe().Writer),
        ["AsReadStream"] = static (writer, _) => writer.AsReadStream(),
        ["Detach"] = static (writer, _) => writer.Detach(),
        ["PatchLengthBigEndian"] = static (_, length) => length.PatchLengthBigEndian(),
        ["PatchVarintLength"] = static (_, length) => length.PatchVarintLength(),
        ["PatchPaddedVarintLength"] = static (_, length) => length.PatchPaddedVarintLength(),
        ["WrittenSince"] = static (writer, length) => _ = length.WrittenSince,
        ["Rewind"] = static (writer, _) => writer.Rewind(1),
        ["Truncate"] = static (writer, _) => writer.Truncate(1),
    };

    public void Dispose()
    {
        _json.Dispose();
        _writers.Dispose();
    }

    [Theory]
    [MemberData(nameof(Reads))]
    public void Read_OfAWriterWhileAJsonLeaseHoldsContent_Throws(string read)
    {
        foreach (bool throughStream in new[] { false, true })
        {
            using PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent();
            PooledArrayBufferWriter<byte> target = rented.Value;
            BufferReservation<byte> length = target.Reserve(4);
            using PooledUtf8JsonWriter json = throughStream ? _json.Rent(target.AsStream()) : _json.Rent(target);
            json.Writer.WriteStringValue("text");
            AssertUnreadable(() => s_reads[read](target, length));

            json.Flush();
            s_reads[read](target, length);
        }
    }

    [Fact]
    public void Read_OfAWriterWhoseJsonLeaseHoldsOnlyWhatCameBeforeAFault_Throws()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent();
        PooledArrayBufferWriter<byte> target = rented.Value;
        using (PooledUtf8JsonWriter json = _json.Rent(target))
        {
            json.Writer.WriteNumberValue(1);
            json.NextDocument();
            Assert.Throws<InjectedFaultException>(
                () => json.WriteBase64Chunked(new SourceStream(new byte[100], 10) { ThrowAt = 2 }));
            AssertUnreadable(() => _ = target.WrittenCount);
        }

        Assert.Equal("1\n"u8.ToArray(), target.WrittenSpan.ToArray());
    }

    [Theory]
    [MemberData(nameof(SegmentedReads))]
    public void Read_OfASegmentedWriterWhileAJsonLeaseHoldsContent_Throws(string read)
    {
        using PooledLease<SegmentedBufferWriter> rented = _writers.RentSegmented();
        SegmentedBufferWriter target = rented.Value;
        BufferReservation<byte> length = target.Reserve(4);
        using PooledUtf8JsonWriter json = _json.Rent(target);
        json.Writer.WriteStringValue("text");
        AssertUnreadable(() => s_segmentedReads[read](target, length));

        json.Flush();
        s_segmentedReads[read](target, length);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Read_OfAnOwnedWriterWhileAJsonLeaseHoldsContent_Throws(bool disposes)
    {
        using var target = new PooledArrayBufferWriter<byte>();
        using var segmented = new SegmentedBufferWriter();
        PooledUtf8JsonWriter json = _json.Rent(target);
        PooledUtf8JsonWriter other = _json.Rent(segmented);
        json.Writer.WriteNumberValue(1);
        other.Writer.WriteNumberValue(1);
        AssertUnreadable(() => _ = target.WrittenCount);
        AssertUnreadable(() => _ = segmented.WrittenCount);

        if (disposes)
        {
            json.Dispose();
            other.Dispose();
        }
        else
        {
            json.Flush();
            other.Flush();
        }

        Assert.Equal("1", Encoding.UTF8.GetString(target.WrittenSpan.ToArray()));
        Assert.Equal("1", Encoding.UTF8.GetString(segmented.WrittenSequence.ToArray()));
        json.Dispose();
        other.Dispose();
    }

    [Fact]
    public void Read_WhileAJsonLeaseHoldsNothing_Returns()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent();
        using PooledUtf8JsonWriter json = _json.Rent(rented.Value);

        Assert.Equal(0, rented.Value.WrittenCount);
        json.Writer.WriteStartArray();
        json.Writer.Reset();
        Assert.Equal(0, rented.Value.WrittenCount);
    }

    [Fact]
    public void Read_AfterALeaseWithinAnother_SeesWhatTheOuterHolds()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent();
        using PooledUtf8JsonWriter outer = _json.Rent(rented.Value);
        using (PooledUtf8JsonWriter inner = _json.Rent(rented.Value))
        {
            inner.Writer.WriteNumberValue(1);
            AssertUnreadable(() => _ = rented.Value.WrittenCount);
        }

        Assert.Equal(1, rented.Value.WrittenCount);
        outer.Writer.WriteNumberValue(2);
        AssertUnreadable(() => _ = rented.Value.WrittenCount);
    }

    [Fact]
    public void Read_AfterTheOuterLeaseEndedFirst_SeesWhatTheInnerHolds()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent();
        PooledUtf8JsonWriter outer = _json.Rent(rented.Value);
        PooledUtf8JsonWriter inner = _json.Rent(rented.Value);
        inner.Writer.WriteNumberValue(1);
        outer.Dispose();
        AssertUnreadable(() => _ = rented.Value.WrittenCount);
        inner.Dispose();
        using var other = new PooledArrayBufferWriter<byte>();
        using PooledUtf8JsonWriter next = _json.Rent(other);
        next.Writer.WriteNumberValue(2);

        Assert.Equal(1, rented.Value.WrittenCount);
    }

    [Fact]
    public void Read_ByTheNextRenterOfATargetWhoseLeaseWasForgotten_Returns()
    {
        PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent();
        PooledArrayBufferWriter<byte> target = rented.Value;
        PooledUtf8JsonWriter forgotten = _json.Rent(target);
        forgotten.Writer.WriteNumberValue(1);
        rented.Dispose();
        using PooledLease<PooledArrayBufferWriter<byte>> next = _writers.Rent();
        Assert.Same(target, next.Value);

        Assert.Equal(0, next.Value.WrittenCount);
        Assert.Throws<ObjectDisposedException>(forgotten.Dispose);
    }

    [Fact]
    public void Read_AfterTheTargetRefusedADocument_ReturnsWhatItHas()
    {
        using var target = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 1_000 });
        PooledUtf8JsonWriter json = _json.Rent(target);
        json.Writer.WriteStringValue(new string('x', 2_000));
        Assert.Throws<BufferCapacityExceededException>(json.Flush);

        Assert.InRange(target.WrittenCount, 0, 1_000);
        json.Dispose();
    }

    [Fact]
    public void Dispose_AfterTheTargetWasRentedAgain_LeavesItsNextRenterAlone()
    {
        PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent();
        PooledArrayBufferWriter<byte> target = rented.Value;
        PooledUtf8JsonWriter late = _json.Rent(target), later = _json.Rent(target);
        late.Writer.WriteNumberValue(1);
        rented.Dispose();
        using PooledLease<PooledArrayBufferWriter<byte>> next = _writers.Rent();
        Assert.Same(target, next.Value);
        using PooledUtf8JsonWriter json = _json.Rent(target);
        json.Writer.WriteNumberValue(2);

        later.Dispose();
        Assert.Throws<ObjectDisposedException>(late.Dispose);

        AssertUnreadable(() => _ = target.WrittenSpan);
        json.Flush();
        Assert.Equal("2"u8, target.WrittenSpan);
    }

    /// <summary>Races the late end of leases whose target is rented by somebody else with everything that this one
    /// does.</summary>
    [Fact]
    public async Task Dispose_WhileTheNextRenterReads_NeitherThrowsNorHidesContent()
    {
        using var barrier = new Barrier(2);
        PooledUtf8JsonWriter late = default;
        int rounds = TestRounds.Of(20_000);
        Task ending = Task.Factory.StartNew(
            () =>
            {
                for (int i = 0; i < rounds; i++)
                {
                    barrier.SignalAndWait();
                    late.Dispose();
                    barrier.SignalAndWait();
                }
            },
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        for (int i = 0; i < rounds; i++)
        {
            using (PooledLease<PooledArrayBufferWriter<byte>> rented = _writers.Rent())
                late = _json.Rent(rented.Value);

            barrier.SignalAndWait();
            using (PooledLease<PooledArrayBufferWriter<byte>> next = _writers.Rent())
            {
                Assert.Equal(0, next.Value.WrittenCount);
                using PooledUtf8JsonWriter json = _json.Rent(next.Value);
                json.Writer.WriteNumberValue(2);
                AssertUnreadable(() => _ = next.Value.WrittenCount);
            }

            barrier.SignalAndWait();
        }

        await ending;
    }

    /// <summary>Checks that a target keeps no forgotten lease, but for the last one and the one that its thread keeps a
    /// place for.</summary>
    [Theory]
    [Trait("Category", "Gc")]
    [InlineData("own")]
    [InlineData("own, through a stream")]
    [InlineData("own, segmented")]
    [InlineData("rented each time")]
    public void Forget_ManyLeasesOnOneTarget_LeavesThemToTheCollector(string kind)
    {
        using var own = new PooledArrayBufferWriter<byte>();
        using var segmented = new SegmentedBufferWriter();
        using PooledLease<PooledArrayBufferWriter<byte>> first = _writers.Rent();
        PooledArrayBufferWriter<byte> rented = first.Value; // that of the thread, for all further rentals, too
        first.Dispose();
        WeakReference[] forgotten = [.. Enumerable.Range(0, 20).Select(_ => Forget())];
        Forget();

        Collector.Collect();

        Assert.InRange(forgotten.Count(static writer => writer.IsAlive), 0, 2);
        GC.KeepAlive(rented);

        [MethodImpl(MethodImplOptions.NoInlining)]
        WeakReference Forget()
        {
            PooledLease<PooledArrayBufferWriter<byte>> lease = kind == "rented each time" ? _writers.Rent() : default;
            PooledUtf8JsonWriter json = kind switch
            {
                "own" => _json.Rent(own),
                "own, through a stream" => _json.Rent(own.AsStream()),
                "own, segmented" => _json.Rent(segmented),
                _ => _json.Rent(lease.Value),
            };
            json.Writer.WriteNumberValue(1);
            json.Flush();
            if (kind == "rented each time")
            {
                Assert.Same(rented, lease.Value);
                lease.Dispose();
            }

            return new WeakReference(json.Writer);
        }
    }

    private static void AssertUnreadable(Action read)
    {
        InvalidOperationException exception = Assert.Throws<InvalidOperationException>(read);
        Assert.Equal(
            "A JSON lease holds content for this writer that it has not written yet. Flush or dispose the lease first.",
            exception.Message);
    }
}
