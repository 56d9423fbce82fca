using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests the members one by one. Growth, clearing, the end and rentals have separate parts.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    [Fact]
    public void Constructor_WithDefaults_HasRoomFor256()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.True(writer.Capacity >= 256);
        Assert.Equal(0, writer.WrittenCount);
        Assert.Equal(PooledArrayBufferWriter.DefaultMaxCapacity, writer.MaxCapacity);
    }

    [Fact]
    public void DefaultMaxCapacity_Is256MiB() => Assert.Equal(256 << 20, PooledArrayBufferWriter.DefaultMaxCapacity);

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Constructor_WithNegativeCapacity_NamesIt(int initialCapacity)
    {
        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => new PooledArrayBufferWriter<byte>(initialCapacity));

        Assert.Equal("initialCapacity", exception.ParamName);
        Assert.Equal(initialCapacity, exception.ActualValue);
    }

    [Fact]
    public void Constructor_WithoutOptions_NamesThem() =>
        Assert.Throws<ArgumentNullException>("options", static () => new PooledArrayBufferWriter<byte>(null!));

    [Fact]
    public void Constructor_WithOptionsThatChangeLater_HasCopiedThem()
    {
        var options = new BufferWriterOptions { InitialCapacity = 0, MaxCapacity = 10 };
        using var writer = new PooledArrayBufferWriter<byte>(options);

        options.MaxCapacity = 20;

        Assert.Equal(10, writer.MaxCapacity);
    }

    [Fact]
    public void Constructor_WithMaximumBelowInitialCapacity_UsesTheMaximum()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 256, MaxCapacity = 100 }, pool);

        Assert.Equal([100], pool.Requests);
        Assert.Equal(100, writer.Capacity);
        Assert.Equal(100, writer.GetSpan().Length);
    }

    [Fact]
    public void Constructor_WithOneItemMoreThanAPowerOfTwo_RentsTheNext()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 1025 }, pool);

        Assert.Equal([2048], pool.Requests);
    }

    [Fact]
    public void Constructor_WithZeroCapacity_RentsNothing()
    {
        var pool = new CountingArrayPool<byte>();
        using (var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0 }, pool))
        {
            Assert.Equal(0, writer.Capacity);
            Assert.Equal(0, writer.FreeCapacity);
            Assert.True(writer.WrittenSpan.IsEmpty);
        }

        Assert.Equal(0, pool.TotalRented);
        Assert.Empty(pool.Errors);
    }

    [Fact]
    public void Constructor_WhenThePoolThrows_PassesItOn() =>
        Assert.Throws<InjectedFaultException>(() =>
            new PooledArrayBufferWriter<byte>(new(), new CountingArrayPool<byte>(1, FaultMoment.Before)));

    [Fact]
    public void Constructor_WhenThePoolGivesAShortArray_Throws()
    {
        var pool = new ShortArrayPool<byte>();

        var exception = Assert.Throws<InvalidOperationException>(() =>
            new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 8 }, pool));

        Assert.Contains("array of length 7", exception.Message, StringComparison.Ordinal);
        Assert.Equal(0, pool.Returned);
    }

    [Fact]
    public void Constructor_WithMaximumAboveArrays_MeansTheLongestArray()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = int.MaxValue });

        Assert.True(writer.MaxCapacity < int.MaxValue);
        Assert.True(writer.MaxCapacity > 1 << 30);
    }

    [Fact]
    public void WrittenSpan_AfterWrites_HoldsThemInOrder()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([1, 2]);
        writer.GetSpan(1)[0] = 3;
        writer.Advance(1);
        writer.GetMemory(1).Span[0] = 4;
        writer.Advance(1);

        Assert.Equal([1, 2, 3, 4], writer.WrittenSpan.ToArray());
        Assert.Equal([1, 2, 3, 4], writer.WrittenMemory.ToArray());
        Assert.Equal(4, writer.WrittenCount);
        Assert.Equal(writer.Capacity - 4, writer.FreeCapacity);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(100_000)]
    public void GetSpan_WithAnyHint_IsLongEnough(int sizeHint)
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.True(writer.GetSpan(sizeHint).Length >= Math.Max(1, sizeHint));
        Assert.True(writer.GetMemory(sizeHint).Length >= Math.Max(1, sizeHint));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void GetSpan_WithZeroHintWhenFull_IsNotEmpty(bool clearOnReturn)
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { ClearOnReturn = clearOnReturn });
        writer.Write(new byte[writer.Capacity]);
        Assert.Equal(0, writer.FreeCapacity);

        Assert.False(writer.GetSpan(0).IsEmpty);
    }

    [Fact]
    public void GetMemory_WithZeroHintWhenFull_IsNotEmpty()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write(new byte[writer.Capacity]);

        Assert.False(writer.GetMemory(0).IsEmpty);
    }

    [Fact]
    public void GetSpan_WithExactFit_DoesNotGrow()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);

        Assert.Equal(16, writer.GetSpan(16).Length);
        Assert.Equal(16, writer.GetMemory(16).Length);
        Assert.Equal(1, pool.TotalRented);
    }

    [Fact]
    public void GetSpan_WithoutAdvance_OffersTheSameRoomAgain()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.GetSpan()[0] = 7;

        Assert.Equal(7, writer.GetSpan()[0]);
        Assert.Equal(0, writer.WrittenCount);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void GetSpan_WithNegativeHint_NamesIt(int sizeHint)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([1]);

        Assert.Equal("sizeHint", Assert.Throws<ArgumentOutOfRangeException>(() => { writer.GetSpan(sizeHint); }).ParamName);
        Assert.Equal("sizeHint", Assert.Throws<ArgumentOutOfRangeException>(() => { writer.GetMemory(sizeHint); }).ParamName);
        Assert.Equal([1], writer.WrittenSpan.ToArray());
    }

    [Theory]
    [InlineData(256)]
    [InlineData(0)]
    public void Advance_ByZeroBeforeTheFirstSpan_IsLegal(int initialCapacity)
    {
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: initialCapacity);
        writer.Advance(0);

        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void Advance_ByAllThatWasOffered_IsLegal()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        int offered = writer.GetSpan().Length;
        writer.Advance(offered);

        Assert.Equal(offered, writer.WrittenCount);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    [InlineData(int.MaxValue - 9)]
    [InlineData(247)]
    public void Advance_TooFarOrBack_NamesItAndChangesNothing(int count)
    {
        using var writer = new PooledArrayBufferWriter<byte>(new(), new CountingArrayPool<byte>(static length => length));
        writer.Write(new byte[10]);

        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(count));

        Assert.Equal("count", exception.ParamName);
        Assert.Equal(count, exception.ActualValue);
        Assert.Equal(10, writer.WrittenCount);
    }

    [Fact]
    public void Advance_TooFar_ReportsTheLimit()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, new CountingArrayPool<byte>());

        Assert.Contains(
            "Cannot advance by 17 bytes, because 16 can be written.",
            Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(17)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_OfNothing_ChangesNothing()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0 }, pool);
        writer.Write([]);

        Assert.Equal(0, writer.WrittenCount);
        Assert.Equal(0, pool.TotalRented);
    }

    [Fact]
    public void Write_OfExactlyTheFreeRoom_DoesNotGrow()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write(new byte[16]);

        Assert.Equal(16, writer.WrittenCount);
        Assert.Equal(1, pool.TotalRented);
    }

    [Fact]
    public void Write_OfItsOwnContentWhileGrowing_CopiesBeforeTheArrayGoesBack()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16, ClearOnReturn = true }, pool);
        byte[] content = [.. Enumerable.Range(1, 16).Select(static i => (byte)i)];
        writer.Write(content);
        writer.Write(writer.WrittenSpan);

        Assert.Equal([.. content, .. content], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void ResetWrittenCount_KeepsTheArrayAndDoesNotZeroIt()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1, 2, 3]);
        writer.ResetWrittenCount();

        Assert.Equal(0, writer.WrittenCount);
        Assert.Equal([1, 2, 3], writer.GetSpan(3).Slice(0, 3).ToArray());
        Assert.Equal(1, pool.TotalRented);
    }

    [Theory]
    [InlineData(0, 5)]
    [InlineData(2, 3)]
    [InlineData(5, 0)]
    public void Rewind_TakesBackTheLastItems(int count, int left)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([1, 2, 3, 4, 5]);
        writer.Rewind(count);

        Assert.Equal(new byte[] { 1, 2, 3, 4, 5 }.AsSpan(0, left).ToArray(), writer.WrittenSpan.ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(5)]
    public void Truncate_KeepsTheFirstItems(int newCount)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([1, 2, 3, 4, 5]);
        writer.Truncate(newCount);
        writer.Write([9]);

        Assert.Equal([.. new byte[] { 1, 2, 3, 4, 5 }.AsSpan(0, newCount).ToArray(), 9], writer.WrittenSpan.ToArray());
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(6)]
    [InlineData(int.MaxValue)]
    [InlineData(int.MinValue)]
    public void RewindAndTruncate_OutOfRange_NameItAndChangeNothing(int count)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([1, 2, 3, 4, 5]);

        Assert.Equal("count", Assert.Throws<ArgumentOutOfRangeException>(() => writer.Rewind(count)).ParamName);
        Assert.Equal("newCount", Assert.Throws<ArgumentOutOfRangeException>(() => writer.Truncate(count)).ParamName);
        Assert.Equal(5, writer.WrittenCount);
    }

    [Fact]
    public void GenericWriter_OfReferences_KeepsThemInOrder()
    {
        using var writer = new PooledArrayBufferWriter<string>(initialCapacity: 1);
        for (int i = 0; i < 100; i++)
        {
            writer.GetSpan(1)[0] = $"{i}";
            writer.Advance(1);
        }

        Assert.Equal([.. Enumerable.Range(0, 100).Select(static i => $"{i}")], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Writer_ThroughItsInterface_KeepsTheContract()
    {
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 0);
        IBufferWriter<byte> target = writer;
        target.Advance(0);
        target.GetSpan()[0] = 1;
        target.Advance(1);
        target.GetMemory(4).Span[0] = 2;
        target.Advance(1);
        target.Write<byte>([3]);

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
    }
}
