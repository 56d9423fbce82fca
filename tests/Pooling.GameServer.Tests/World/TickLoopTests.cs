using System.Diagnostics;

namespace Pooling.GameServer.World;

public sealed class TickLoopTests
{
    [Fact]
    public void Start_180Ticks_DoNotDriftAndStayOnOneThread()
    {
        const int Ticks = 180;
        double[] lateness = new double[Ticks];
        var threads = new HashSet<int>();
        using var done = new ManualResetEventSlim();
        var time = new Stopwatch();
        int count = 0;
        TickLoop? running = null;
        using var loop = new TickLoop(60, number =>
        {
            if (number != count || count == Ticks)
                return;

            lateness[count++] = time.Elapsed.TotalMilliseconds - ((number + running!.Missed) * 1000 / 60.0);
            threads.Add(Environment.CurrentManagedThreadId);
            if (count == Ticks)
                done.Set();
        });
        running = loop;

        time.Start();
        loop.Start();
        Assert.True(done.Wait(TimeSpan.FromSeconds(30)));
        loop.Stop();

        // Single ticks are late on a busy machine. A period of whole milliseconds would be 60 ms off at the end.
        Assert.Equal(lateness.Take(60).Min(), lateness.Skip(120).Min(), tolerance: 12);
        Assert.Single(threads);
        Assert.InRange(loop.Durations.Copy().Sum(), Ticks, int.MaxValue);
    }

    [Fact]
    public void Overruns_ATickThatIsTooLong_IsCountedAndMakesUpForNothing()
    {
        int count = 0;
        using var loop = new TickLoop(100, number =>
        {
            count++;
            if (number == 2)
                Thread.Sleep(100);
        });

        loop.Start();
        SpinWait.SpinUntil(() => Volatile.Read(ref count) > 3, 5000);
        loop.Stop();

        Assert.InRange(loop.Overruns, 1, count);
        Assert.InRange(loop.Missed, 8, long.MaxValue);
    }

    [Fact]
    public void Stop_AfterATickThrew_ThrowsThat()
    {
        using var thrown = new ManualResetEventSlim();
        using var loop = new TickLoop(100, _ =>
        {
            thrown.Set();
            throw new FormatException();
        });
        loop.Start();
        Assert.True(thrown.Wait(TimeSpan.FromSeconds(30)));

        Assert.IsType<FormatException>(Assert.Throws<InvalidOperationException>(loop.Stop).InnerException);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1001)]
    public void Constructor_WrongRate_Throws(int ticksPerSecond) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new TickLoop(ticksPerSecond, static _ => { }));
}
