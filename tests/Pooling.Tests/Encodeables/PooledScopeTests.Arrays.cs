using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <content>Tests arrays that stay with their owners while those are idle.</content>
public sealed partial class PooledScopeTests
{
    [Theory]
    [InlineData(10)]
    [InlineData(4000)] // 32 KB
    public void RentArray_OfReferencesAgain_GivesTheSameClearedArray(int length)
    {
        using (PooledScope scope = PooledScope.Begin())
            scope.RentArray<Held<byte>>(length);

        using PooledScope first = PooledScope.Begin();
        PooledArray<Held<byte>> array = first.RentArray<Held<byte>>(length);
        ref Held<byte> start = ref MemoryMarshal.GetReference(array.Span);
        array.Span.Fill(new Held<byte>("left"));
        first.Dispose();

        using PooledScope second = PooledScope.Begin();
        PooledArray<Held<byte>> again = second.RentArray<Held<byte>>(length - 1);

        Assert.True(Unsafe.AreSame(ref start, ref MemoryMarshal.GetReference(again.Span)));
        Assert.All(again.Span.ToArray(), static item => Assert.Null(item.Reference));
    }

    [Fact]
    public void RentArray_OfLargeArrays_IdleOnesKeepAMegabyteAtMost()
    {
        const int ArrayBytes = 32 * 1024;
        RentLargeArrays<Held<short>>(count: 100);

        Assert.Equal(1024 * 1024, PooledArray<Held<short>>.ChargedBytes);

        using (PooledScope scope = PooledScope.Begin())
        {
            scope.RentArray<Held<short>>(4000);
            Assert.InRange(PooledArray<Held<short>>.ChargedBytes, 0, 1024 * 1024);
            for (int i = 1; i < 100; i++)
                scope.RentArray<Held<short>>(ArrayBytes / IntPtr.Size);

            Assert.Equal(0, PooledArray<Held<short>>.ChargedBytes); // none is idle
        }

        Assert.Equal(1024 * 1024, PooledArray<Held<short>>.ChargedBytes);
    }

    [Fact]
    public void RentArray_OfNumbersOrOfMoreThan64KB_IsNotKept()
    {
        using (PooledScope scope = PooledScope.Begin())
        {
            scope.RentArray<DayOfWeek>(1000);
            scope.RentArray<Held<int>>(20_000);
        }

        Assert.Equal((0, 0), (PooledArray<DayOfWeek>.ChargedBytes, PooledArray<Held<int>>.ChargedBytes));
    }

    [Fact]
    public void Trim_OfKeptArrays_DischargesThem()
    {
        RentLargeArrays<Held<long>>(count: 10);
        Assert.NotEqual(0, PooledArray<Held<long>>.ChargedBytes);

        PooledArrayType<Held<long>>.Shared.Store.Trim();

        Assert.True(SpinWait.SpinUntil(static () => PooledArray<Held<long>>.ChargedBytes == 0, TimeSpan.FromSeconds(30)));
    }

    [Fact]
    public void Dispose_OfAStaleArray_DischargesItOnce()
    {
        PooledArray<Held<char>> stale;
        using (PooledScope scope = PooledScope.Begin())
            stale = scope.RentArray<Held<char>>(4000);

        stale.Dispose();
        stale.Dispose();
        Assert.Equal(0, PooledArray<Held<char>>.ChargedBytes);

        RentLargeArrays<Held<char>>(count: 1);
        Assert.InRange(PooledArray<Held<char>>.ChargedBytes, 4000, 64 * 1024);
    }

    private static void RentLargeArrays<T>(int count)
    {
        using PooledScope scope = PooledScope.Begin();
        for (int i = 0; i < count; i++)
            scope.RentArray<T>(4000);
    }

    /// <summary>A type of items of which no other test has arrays.</summary>
    private readonly struct Held<T>(string reference)
    {
        internal string? Reference { get; } = reference;
    }
}
