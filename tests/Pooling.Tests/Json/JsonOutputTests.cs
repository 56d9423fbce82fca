using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Tests the buffer writer of JSON writers with calls that they do not make.</summary>
public sealed class JsonOutputTests
{
    private static readonly MagazineStore s_store = new(nameof(JsonOutputTests), new StoreOptions());

    [Fact]
    public void GetMemory_WithoutAHint_IsNeverEmpty()
    {
        JsonOutput output = Opened();
        for (int i = 0; i < 20_000; i++)
        {
            Assert.NotEqual(0, output.GetMemory().Length);
            Assert.NotEqual(0, output.GetSpan(0).Length);
            output.Advance(1);
        }

        Assert.Equal(20_000, output.WrittenCount);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void GetMemory_NegativeHint_ThrowsAndChangesNothing(int sizeHint)
    {
        JsonOutput output = Opened();
        output.GetMemory(10);
        output.Advance(10);

        Assert.Throws<ArgumentOutOfRangeException>(() => output.GetMemory(sizeHint));
        Assert.Equal(10, output.WrittenCount);
    }

    [Fact]
    public void GetMemory_BeyondTheLongestArray_ThrowsBeforeAnythingIsRented()
    {
        var arrays = SpoiledArrays.Create();
        var output = new JsonOutput(default, Retention(arrays), s_store);
        output.Open();

        Assert.Equal(int.MaxValue, Assert.Throws<BufferCapacityExceededException>(() => output.GetMemory(int.MaxValue)).Requested);
        Assert.Equal(0, arrays.TotalRented);
        Assert.True(output.Close());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(5_000)]
    [InlineData(16_384)]
    [InlineData(int.MaxValue)]
    public void GetMemory_WithATarget_NeverOffersMoreThanTheThresholdUnlessAsked(int threshold)
    {
        var output = new JsonOutput(default, Retention(SpoiledArrays.Create()), s_store);
        var target = new RecordingStream();
        output.Open(null!, target, threshold); // no pool has it
        var random = new Random(threshold);
        int written = 0;
        for (int i = 0; i < 2_000; i++)
        {
            int hint = random.Next(1, random.Next(2) == 0 ? 20 : 6_000);
            int offered = output.GetMemory(hint).Length;
            Assert.InRange(offered, hint, Math.Max(hint, threshold));
            int used = random.Next(Math.Min(hint, offered) + 1);
            output.Advance(used);
            written += used;
        }

        output.Close();
        Assert.Equal(written, target.Content.Length);
        Assert.All(target.Writes, count => Assert.InRange(count, 1, Math.Max(6_000, threshold)));
    }

    [Fact]
    public void Advance_ByZeroBeforeAnything_IsLegal()
    {
        JsonOutput output = Opened();
        output.Advance(0);

        Assert.Equal(0, output.WrittenCount);
    }

    [Fact]
    public void GetMemory_WhileIdle_ThrowsAndGivesTheNextUserAnotherWriter()
    {
        JsonOutput output = Opened();
        var writer = output.Writer;
        output.Close();

        Assert.Throws<ObjectDisposedException>(() => output.GetMemory(10));
        output.Open();
        Assert.NotSame(writer, output.Writer);
        Assert.Equal(JsonOutputState.Open, output.State);
    }

    [Fact]
    public void Dispose_Twice_ReturnsTheArrayOnce()
    {
        var arrays = SpoiledArrays.Create();
        var output = new JsonOutput(default, Retention(arrays), s_store);
        output.Open();
        output.Writer.WriteNumberValue(1);
        output.Close();
        output.Dispose();
        output.Dispose();

        arrays.AssertAllReturned();
        Assert.Equal(0, output.Capacity);
    }

    private static JsonRetention Retention(ArrayPool<byte> arrays) =>
        new(new Utf8JsonWriterPoolOptions { MaxCapacity = int.MaxValue }, arrays, TimeProvider.System);

    private static JsonOutput Opened()
    {
        var output = new JsonOutput(default, Retention(ArrayPool<byte>.Shared), s_store);
        output.Open();
        return output;
    }
}
