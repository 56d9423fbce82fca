using System.Diagnostics;

namespace Pooling.GameServer.World;

public sealed class TickLoopTests
{
    [Fact]
    public void Start_TwoSeconds_TicksSoManyTimesOnOneThread()
    {
        var threads = new HashSet<int>();
        int count = 0;
        using var loop = new TickLoop(60, number =>
        {
            Assert.Equal(count++, number);
            threads.Add(Environment.CurrentManagedThreadId);
        });
        var time = Stopwatch.StartNew();

        loop.Start();
        Thread.Sleep(2000);
        loop.Stop();

        double due = 60 * time.Elapsed.TotalSeconds;
        Assert.InRange(count + loop.Missed, due - 15, due + 2); // 2 % more would be a period of whole milliseconds; fewer come of a busy machine
        Assert.Single(threads);
        Assert.Equal(count, loop.Durations.Copy().Sum());
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
        using var loop = new TickLoop(100, static _ => throw new FormatException());
        loop.Start();
        Thread.Sleep(200);

        Assert.IsType<FormatException>(Assert.Throws<InvalidOperationException>(loop.Stop).InnerException);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1001)]
    public void Constructor_WrongRate_Throws(int ticksPerSecond) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new TickLoop(ticksPerSecond, static _ => { }));
}
