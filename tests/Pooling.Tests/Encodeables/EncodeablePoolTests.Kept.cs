namespace Pooling.Encodeables;

/// <content>Tests what decides whether memory stays with an object, as code that is written by hand uses it.</content>
public sealed partial class EncodeablePoolTests
{
    private const int Always = 256;

    [Theory]
    [InlineData(256, true)]
    [InlineData(257, false)]
    [InlineData(1 << 20, false)]
    public void KeepsCollection_Empty_UpToTheCapacityThatIsAlwaysKept(int capacity, bool keeps)
    {
        EncodeableState state = default;
        long usage = 0;
        EncodeablePool.BeginReset(ref state);

        Assert.Equal(
            keeps, EncodeablePool.KeepsCollection<long>(ref state, ref usage, 0, capacity, Always, int.MaxValue));
    }

    [Fact]
    public void KeepsCollection_UsedByAQuarter_IsKeptUpToAMegabyteAndTheMaximum()
    {
        Assert.True(Keeps<long>(32 * 1024, 128 * 1024, int.MaxValue));
        Assert.False(Keeps<long>(32 * 1024 - 1, 128 * 1024 + 4, int.MaxValue));
        Assert.False(Keeps<long>(128 * 1024, 128 * 1024 + 1, int.MaxValue));
        Assert.True(Keeps<byte>(1 << 18, 1 << 20, int.MaxValue));
        Assert.False(Keeps<long>(900, 1001, 1000));
        Assert.False(Keeps<long>(int.MaxValue, int.MaxValue, int.MaxValue));
    }

    [Fact]
    public void KeepsCollection_WithoutCapacity_RemembersTheMostThatItHeld()
    {
        EncodeableState state = default;
        long usage = 0;
        bool[] kept =
        [
            .. new[] { 1000, 0, 0, 0, 0 }.Select(count =>
                EncodeablePool.KeepsCollection<int>(ref state, ref usage, count, capacity: -1, Always, int.MaxValue)),
        ];

        Assert.Equal([true, true, true, false, true], kept);
    }

    private static bool Keeps<T>(int count, int capacity, int maximum)
    {
        EncodeableState state = default;
        long usage = 0;
        return EncodeablePool.KeepsCollection<T>(ref state, ref usage, count, capacity, Always, maximum);
    }
}
