using System.Text.Json;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Json;

public sealed partial class PooledUtf8JsonWriterTests : JsonLeaseTests
{
    [Fact]
    public void Members_OfTheDefaultValue_Throw()
    {
        PooledUtf8JsonWriter lease = default;

        AssertEnded(lease);
        lease.Dispose();
        Assert.Equal(0, lease.GetHashCode());
    }

    [Fact]
    public void Members_AfterDispose_Throw()
    {
        PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Dispose();

        AssertEnded(lease);
    }

    [Fact]
    public void Members_AfterSomebodyElseRented_Throw()
    {
        PooledUtf8JsonWriter late = Pool.Rent();
        late.Dispose();
        using PooledUtf8JsonWriter next = Pool.Rent();
        next.Writer.WriteNumberValue(1);

        AssertEnded(late);
        Assert.Equal("1", TextOf(next));
    }

    [Fact]
    public void Writer_UsedAfterDispose_ThrowsAndHarmsNobody()
    {
        PooledUtf8JsonWriter lease = Pool.Rent();
        Utf8JsonWriter late = lease.Writer;
        late.WriteNumberValue(123456);
        lease.Dispose();

        Assert.Throws<ObjectDisposedException>(late.WriteStartObject);
        using PooledUtf8JsonWriter next = Pool.Rent();
        next.Writer.WriteStartArray();
        next.Writer.WriteEndArray();
        Assert.Equal("[]", TextOf(next));
    }

    [Fact]
    public void Writer_DisposedByItsUser_IsNotLeasedAgain()
    {
        PooledUtf8JsonWriter lease = Pool.Rent();
        Utf8JsonWriter writer = lease.Writer;
        writer.WriteNumberValue(1);
        writer.Dispose();

        Assert.Equal("1", TextOf(lease));
        lease.Dispose();
        using PooledUtf8JsonWriter next = Pool.Rent();
        Assert.NotSame(writer, next.Writer);
        Assert.Equal(1, Pool.GetStatistics().TotalDropped);
        Assert.Equal(0, Arrays.InUse);
    }

    [Fact]
    public void Writer_DisposedByItsUser_StillReachesTheTarget()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
        {
            lease.Writer.WriteNumberValue(1);
            lease.Writer.Dispose();
            lease.Flush();
            Assert.Equal("1"u8.ToArray(), target.Content);
        }

        Assert.Equal("1"u8.ToArray(), target.Content);
        Assert.Equal(1, Pool.GetStatistics().TotalDropped);
    }

    [Fact]
    public void Writer_PointedElsewhereByItsUser_ComesBackToItsBuffer()
    {
        var elsewhere = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent())
        {
            lease.Writer.WriteStringValue("lost, since Reset forgets what is pending");
            lease.Writer.Reset(elsewhere);
            lease.Writer.WriteNumberValue(1);

            Assert.Equal(0, lease.WrittenCount); // shows no bytes that another user wrote before
            Assert.Equal("1"u8.ToArray(), elsewhere.Content);
        }

        using PooledUtf8JsonWriter next = Pool.Rent();
        next.Writer.WriteNumberValue(2);
        Assert.Equal("2", TextOf(next));
        Assert.Equal("1"u8.ToArray(), elsewhere.Content);
    }

    [Fact]
    public void Writer_LeftHalfWay_StartsANewDocumentForTheNextRenter()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent())
        {
            lease.Writer.WriteStartObject();
            lease.Writer.WriteStartArray("a");
            lease.Writer.WriteStringValueSegment("begun".AsSpan(), isFinalSegment: false);
        }

        using PooledUtf8JsonWriter next = Pool.Rent();
        Assert.Equal(0, next.Writer.CurrentDepth);
        next.Writer.WriteNumberValue(1);
        Assert.Equal("1", TextOf(next));
        Assert.Equal(1, Pool.GetStatistics().TotalCreated);
    }

    [Fact]
    public void Writer_AfterInvalidCalls_StartsANewDocumentForTheNextRenter()
    {
        var options = new JsonWriterOptions { MaxDepth = 2 };
        using (PooledUtf8JsonWriter lease = Pool.Rent(options))
        {
            lease.Writer.WriteStartObject();
            Assert.Throws<InvalidOperationException>(() => lease.Writer.WriteNumberValue(1));
            lease.Writer.WriteStartArray("a");
            Assert.Throws<InvalidOperationException>(lease.Writer.WriteStartArray);
        }

        using PooledUtf8JsonWriter next = Pool.Rent(options);
        next.Writer.WriteNumberValue(1);
        Assert.Equal("1", TextOf(next));
        Assert.Equal(1, Pool.GetStatistics().TotalCreated);
    }

    [Fact]
    public void WrittenSpan_BeforeAnyWrite_IsEmpty()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();

        Assert.True(lease.WrittenSpan.IsEmpty);
        Assert.True(lease.WrittenMemory.IsEmpty);
        Assert.Equal(0, lease.WrittenCount);
    }

    [Fact]
    public void WrittenSpan_BetweenWrites_ShowsAllSoFar()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteStartArray();
        Assert.Equal("[", TextOf(lease));
        lease.Writer.WriteNumberValue(1);
        Assert.Equal("[1", TextOf(lease));
        lease.Writer.Flush();
        Assert.Equal("[1", TextOf(lease));
        lease.Writer.WriteEndArray();
        Assert.Equal("[1]", TextOf(lease));
        Assert.Equal(3, lease.WrittenCount);
        Assert.Equal(3, lease.WrittenMemory.Length);
    }

    [Fact]
    public void WrittenSpan_AfterWriterReset_KeepsWhatWasCommitted()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteNumberValue(1);
        lease.Writer.Flush();
        lease.Writer.Reset();
        lease.Writer.WriteNumberValue(2);
        lease.Writer.Reset();
        lease.Writer.WriteNumberValue(3);

        Assert.Equal("13", TextOf(lease));
    }

    [Fact]
    public void OwnBufferMembers_WithATarget_Throw()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(new RecordingStream());

        Assert.Throws<InvalidOperationException>(() => lease.WrittenCount);
        Assert.Throws<InvalidOperationException>(() => lease.WrittenMemory);
        Assert.Throws<InvalidOperationException>(() => TextOf(lease));
        Assert.Throws<InvalidOperationException>(lease.Detach);
    }

    [Fact]
    public void Flush_WithoutATarget_KeepsTheDocument()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteStartArray();
        lease.Flush();
        lease.Writer.WriteEndArray();
        lease.Flush();

        Assert.Equal("[]", TextOf(lease));
    }

    [Fact]
    public void Detach_Document_OutlivesTheLease()
    {
        PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteStringValue("first");
        PooledArray<byte> first = lease.Detach();
        lease.Writer.WriteStringValue("second");
        lease.Dispose();
        using (PooledUtf8JsonWriter next = Pool.Rent())
            next.Writer.WriteStringValue("next!");

        Assert.Equal(7, first.Length);
        Assert.Equal("\"first\""u8.ToArray(), first.Span.ToArray());
        first.Dispose();
        first.Dispose();
        Pool.Trim();
        Assert.Equal(0, Arrays.InUse);
    }

    [Fact]
    public void Detach_WithNothingWritten_GivesAnEmptyArray()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        using PooledArray<byte> empty = lease.Detach();

        Assert.Equal(0, empty.Length);
        Assert.Equal(0, Arrays.TotalRented);
    }

    [Fact]
    public void Detach_HalfWay_StartsANewDocument()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteStartArray();
        using PooledArray<byte> half = lease.Detach();
        lease.Writer.WriteNumberValue(1);

        Assert.Equal("["u8.ToArray(), half.Span.ToArray());
        Assert.Equal("1", TextOf(lease));
    }

    [Fact]
    public void Detach_AfterItsUserDisposedTheWriter_GivesTheDocument()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        using (Utf8JsonWriter writer = lease.Writer)
            writer.WriteNumberValue(1);

        using PooledArray<byte> document = lease.Detach();
        Assert.Equal("1"u8.ToArray(), document.Span.ToArray());
    }

    [Fact]
    public void Dispose_Twice_ReturnsOnce()
    {
        PooledUtf8JsonWriter lease = Pool.Rent();
        PooledUtf8JsonWriter copy = lease;
        lease.Dispose();
        lease.Dispose();
        copy.Dispose();

        Assert.Equal(1, Pool.GetStatistics().TotalReturned);
        using PooledUtf8JsonWriter one = Pool.Rent();
        using PooledUtf8JsonWriter two = Pool.Rent();
        Assert.NotSame(one.Writer, two.Writer);
    }

    [Fact]
    public void Dispose_LateAfterSomebodyElseRented_DoesNothing()
    {
        PooledUtf8JsonWriter late = Pool.Rent();
        late.Dispose();
        using PooledUtf8JsonWriter next = Pool.Rent();
        next.Writer.WriteNumberValue(1);
        late.Dispose();
        next.Writer.Flush();

        Assert.Equal("1", TextOf(next));
        Assert.Equal(1, Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Dispose_RacedByTwoThreads_ReturnsOnce()
    {
        const int Leases = 20_000;
        using var pool = new Utf8JsonWriterPool();
        var target = new RecordingStream();
        var leases = new PooledUtf8JsonWriter[Leases];
        for (int i = 0; i < Leases; i++)
        {
            leases[i] = pool.Rent(i == 0 ? target : Stream.Null);
            leases[i].Writer.WriteNumberValue(7);
        }

        TestThread.RunAll(2, _ =>
        {
            foreach (PooledUtf8JsonWriter lease in leases)
                lease.Dispose();
        });

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(Leases, statistics.TotalReturned);
        Assert.Equal(Leases, statistics.Retained + statistics.TotalDropped);
        Assert.Equal("7"u8.ToArray(), target.Content);
    }

    [Fact]
    public async Task Lease_AcrossAwait_WorksOnAnyThread()
    {
        for (int i = 0; i < 50; i++)
        {
            var target = new RecordingStream();
            using (PooledUtf8JsonWriter lease = Pool.Rent(target, default, drainThreshold: 1))
            {
                lease.Writer.WriteStartArray();
                for (int j = 0; j < 5; j++)
                {
                    await Task.Run(() => lease.Writer.WriteNumberValue(j));
                    await Task.Yield();
                }

                lease.Writer.WriteEndArray();
            }

            Assert.Equal("[0,1,2,3,4]"u8.ToArray(), target.Content);
        }

        Assert.Equal(0, Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Equality_OfCopies_IsTheSameLease()
    {
        PooledUtf8JsonWriter lease = Pool.Rent();
        PooledUtf8JsonWriter copy = lease;
        lease.Dispose();
        using PooledUtf8JsonWriter next = Pool.Rent();

        Assert.True(lease == copy);
        Assert.True(lease.Equals((object)copy));
        Assert.Equal(lease.GetHashCode(), copy.GetHashCode());
        Assert.True(lease != next);
        Assert.False(lease.Equals(new object()));
    }

    private static void AssertEnded(PooledUtf8JsonWriter lease)
    {
        Assert.Equal(nameof(PooledUtf8JsonWriter), Assert.Throws<ObjectDisposedException>(() => lease.Writer).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => lease.WrittenCount);
        Assert.Throws<ObjectDisposedException>(() => lease.WrittenMemory);
        Assert.Throws<ObjectDisposedException>(() => TextOf(lease));
        Assert.Throws<ObjectDisposedException>(lease.Flush);
        Assert.Throws<ObjectDisposedException>(lease.Detach);
    }
}
