using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests the data that later users of the memory can see.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    [Fact]
    public void Dispose_OfAClearingWriter_ClearsWhatWasWritten()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using (var writer = new PooledArrayBufferWriter<byte>(new() { ClearOnReturn = true }, pool))
            writer.Write([1, 2, 3]);

        Assert.Equal(0, SecretsIn(pool.CameBack[0]));
    }

    [Fact]
    public void Dispose_OfAClearingWriter_ClearsWhatWasNeverAdvancedOver()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using (var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 8192, ClearOnReturn = true }, pool))
        {
            writer.Write([1, 2, 3]);
            writer.GetSpan(5000).Fill(1);
        }

        Assert.Equal(0, SecretsIn(pool.CameBack[0]));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(0)]
    [InlineData(700)]
    [InlineData(20_000)]
    public void GetSpan_OfAClearingWriter_WrittenToItsEnd_IsClearedWhole(int sizeHint)
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using (var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 65536, ClearOnReturn = true }, pool))
        {
            for (int i = 0; i < 5; i++)
            {
                writer.GetSpan(sizeHint).Fill(1);
                writer.Advance(1);
            }
        }

        Assert.Equal(0, SecretsIn(pool.CameBack[0]));
    }

    [Fact]
    public void GetSpan_OfAClearingWriter_StaysNearTheContent()
    {
        // Otherwise each reset would clear the whole array.
        using var writer =
            new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 1 << 20, ClearOnReturn = true });

        Assert.True(writer.GetSpan().Length <= 4096);
        Assert.True(writer.GetSpan(10_000).Length is >= 10_000 and <= 20_000);
    }

    [Fact]
    public void Dispose_OfAClearingWriterAfterTruncate_ClearsWhatWasTakenBack()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using (var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 8192, ClearOnReturn = true }, pool))
        {
            writer.Write(Secrets(5000));
            writer.Truncate(1);
            writer.Rewind(1);
        }

        Assert.Equal(0, SecretsIn(pool.CameBack[0]));
    }

    [Fact]
    public void Growth_OfAClearingWriter_ClearsTheOldArray()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 64, ClearOnReturn = true }, pool);
        writer.Write(Secrets(10));
        writer.GetSpan().Fill(1);
        writer.GetSpan(1000);

        Assert.Equal(0, SecretsIn(pool.CameBack[0]));
        Assert.Equal(Secrets(10), writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void ResetWrittenCount_OfAClearingWriter_ClearsWhatWasOffered()
    {
        using var writer = new PooledArrayBufferWriter<byte>(
            new() { InitialCapacity = 2048, ClearOnReturn = true }, new CountingArrayPool<byte> { KeepsContent = true });
        writer.Write(Secrets(10));
        writer.GetSpan(100).Fill(1);
        writer.ResetWrittenCount();

        Assert.Equal(0, SecretsIn(writer.GetSpan(110).ToArray()));
    }

    [Fact]
    public void Detach_OfAClearingWriter_ClearsBeyondTheContentAndTheOwnerTheRest()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new PooledArrayBufferWriter<byte>(new() { ClearOnReturn = true }, pool);
        writer.Write(Secrets(10));
        writer.GetSpan().Fill(1);
        PooledArray<byte> owner = writer.Detach();
        Assert.Equal(Secrets(10), owner.Span.ToArray());
        owner.Dispose();

        Assert.Equal(0, SecretsIn(pool.CameBack[0]));
    }

    [Fact]
    public void Dispose_OfAnOrdinaryWriter_ClearsNothing()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using (var writer = new PooledArrayBufferWriter<byte>(new(), pool))
            writer.Write(Secrets(10));

        Assert.Equal(10, SecretsIn(pool.CameBack[0]));
    }

    [Fact]
    public void References_AreClearedOnReset()
    {
        using var writer = new PooledArrayBufferWriter<string?>(initialCapacity: 16);
        writer.Write(["a", "b"]);
        writer.GetSpan()[0] = "c";
        writer.ResetWrittenCount();

        Assert.All(writer.GetSpan().ToArray(), Assert.Null);
    }

    [Fact]
    public void References_AreClearedOnTruncate()
    {
        using var writer = new PooledArrayBufferWriter<string?>(initialCapacity: 16);
        writer.Write(["a", "b", "c"]);
        writer.Truncate(1);

        Assert.All(writer.GetSpan().ToArray(), Assert.Null);
        Assert.Equal("a", Assert.Single(writer.WrittenSpan.ToArray()));
    }

    [Fact]
    public void References_AreClearedOnGrowthAndReturn()
    {
        var pool = new CountingArrayPool<string?>();
        int found = 0;
        pool.OnReturned = array => found += array.Count(static item => item is not null);
        using (var writer = new PooledArrayBufferWriter<string?>(new() { InitialCapacity = 16 }, pool))
        {
            writer.Write(["a", "b"]);
            writer.GetSpan()[3] = "c";
            writer.GetSpan(100)[0] = "d";
        }

        pool.AssertAllReturned();
        Assert.Equal(2, pool.TotalReturned);
        Assert.Equal(0, found);
    }

    [Fact]
    public void References_InStructs_AreClearedOnReturn()
    {
        var pool = new CountingArrayPool<KeyValuePair<int, string?>>();
        int found = 0;
        pool.OnReturned = array => found += array.Count(static item => item.Value is not null);
        using (var writer = new PooledArrayBufferWriter<KeyValuePair<int, string?>>(new(), pool))
            writer.Write([new(1, "a")]);

        Assert.Equal(0, found);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Gc")]
    public void References_AfterReset_AreCollected()
    {
        using var writer = new PooledArrayBufferWriter<object>();
        WeakReference item = WriteOne(writer);
        writer.ResetWrittenCount();

        Collector.WaitForDeath(item);
        GC.KeepAlive(writer);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference WriteOne(PooledArrayBufferWriter<object> writer)
    {
        object item = new();
        writer.Write([item]);
        return new WeakReference(item);
    }
#endif

    private static byte[] Secrets(int count)
    {
        byte[] secrets = new byte[count];
        secrets.AsSpan().Fill(1);
        return secrets;
    }

    private static int SecretsIn(byte[] array) => array.Count(static value => value == 1);
}
