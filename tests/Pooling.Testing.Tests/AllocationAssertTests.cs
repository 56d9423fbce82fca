using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Testing;

[Trait("Category", "Allocation")]
public sealed class AllocationAssertTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private static object? s_kept;

    [Fact]
    public void Zero_OfAnActionThatAllocatesNothing_Passes()
    {
        int sum = 0;

        AllocationAssert.Zero(() => sum++);

        Assert.InRange(sum, 1000, int.MaxValue);
    }

    [Fact]
    public void Zero_OfAnActionThatAllocates_SaysHowMuch()
    {
        string message = Assert.Throws<PoolAssertException>(static () => AllocationAssert.Zero(static () => s_kept = new object())).Message;

        Assert.Contains("The action allocated 24 bytes in each call (24,000 bytes in 1,000 calls,", message);
        Assert.EndsWith("expected at most 0.", message);
    }

    [Fact]
    public void Zero_OfAnActionThatAllocatesSeldom_FindsIt()
    {
        int calls = 0;

        Assert.Throws<PoolAssertException>(() => AllocationAssert.Zero(() => s_kept = ++calls % 500 == 0 ? new object() : s_kept));
    }

    [Fact]
    public void Zero_OfAnActionThatAllocatesAtFirst_Passes()
    {
        int calls = 0;

        AllocationAssert.Zero(() => s_kept = ++calls < 5000 ? new object() : s_kept);
    }

    [Fact]
    public void Zero_OfAnActionThatIsOptimizedLate_Passes() => AllocationAssert.Zero(static () => Boxes(1));

    [Theory]
    [InlineData(24, true)]
    [InlineData(23, false)]
    public void AtMost_OfAnActionThatAllocates24Bytes_KnowsTheLimit(long limit, bool passes)
    {
        Action assertion = () => AllocationAssert.AtMost(limit, static () => s_kept = new object());

        if (passes)
            assertion();
        else
            Assert.Throws<PoolAssertException>(assertion);
    }

    [Fact]
    public void Assertions_BesideAThreadThatAllocatesAndCollects_AreExact()
    {
        const int MinCollections = 10;
        using var neighbour = new Neighbour();

        var time = Stopwatch.StartNew();
        do // the neighbour may begin late
        {
            AllocationAssert.Zero(static () => Spin(100));
            AllocationAssert.Zero(static () => Spin(200_000), calls: 20); // long enough to be interrupted each time
            AllocationAssert.AtMost(24, static () => s_kept = new object());
            Assert.Throws<PoolAssertException>(static () => AllocationAssert.Zero(static () => s_kept = new object()));
            Assert.Throws<PoolAssertException>(
                static () => AllocationAssert.AtMost(23, static () => s_kept = new object()));
        }
        while (neighbour.Collections < MinCollections && time.Elapsed < s_patience);

        Assert.InRange(neighbour.Collections, MinCollections, int.MaxValue);
    }

    [Fact]
    public void Measure_OfAnActionThatAllocates_ReturnsTheBytesOfARound()
    {
        Assert.Equal(24 * AllocationAssert.DefaultCalls, AllocationAssert.Measure(static () => s_kept = new object()));
        Assert.Equal(48, AllocationAssert.Measure(static () => s_kept = new object(), calls: 2, warmUpCalls: 0));
        Assert.Equal(0, AllocationAssert.Measure(static () => { }));
    }

    [Fact]
    public void Arguments_OutOfRange_Throw()
    {
        Assert.Throws<ArgumentNullException>(static () => AllocationAssert.Zero(null!));
        Assert.Throws<ArgumentOutOfRangeException>(static () => AllocationAssert.Zero(static () => { }, 0));
        Assert.Throws<ArgumentOutOfRangeException>(static () => AllocationAssert.AtMost(-1, static () => { }));
        Assert.Throws<ArgumentOutOfRangeException>(static () => AllocationAssert.Measure(static () => { }, 1, -1));
    }

    // A box that only optimized code avoids.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Boxes<T>(T value) => value is IComparable<int> comparable ? comparable.CompareTo(1) : 0;

    private static void Spin(int count)
    {
        for (int i = 0; i < count; i++)
            Volatile.Read(ref s_kept);
    }

    private sealed class Neighbour : IDisposable
    {
        private readonly Thread _thread;
        private volatile bool _isOver;

        internal Neighbour()
        {
            _thread = new Thread(Run) { IsBackground = true };
            _thread.Start();
        }

        internal int Collections { get; private set; }

        public void Dispose()
        {
            _isOver = true;
            _thread.Join();
        }

        [SuppressMessage("Performance", "CA1806", Justification = "Garbage is what it makes.")]
        private void Run()
        {
            while (!_isOver)
            {
                for (int i = 0; i < 100; i++)
                    GC.KeepAlive(new byte[1000]);

                GC.Collect(0);
                Collections++;
            }
        }
    }
}
