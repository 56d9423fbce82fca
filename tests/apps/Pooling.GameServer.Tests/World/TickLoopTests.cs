using System.Diagnostics;

namespace Pooling.GameServer.World;

[Collection(AloneCollection.Name)]
public sealed class TickLoopTests
{
    [Fact]
    public void Start_180Ticks_DoNotDriftAndStayOnOneThread()
    {
        // On a busy machine ticks are late, possibly all ticks of a second. But none is early, and a loop that drifts does so in every
        // attempt.
        for (int attempt = 0; ; attempt++)
        {
            double[] lateness = Run180Ticks();

            // With a period of whole milliseconds, the error at the end would be 60 ms in one direction or the other.
            Assert.InRange(lateness.Min(), -2, double.MaxValue);
            if (Math.Abs(lateness.Take(60).Min() - lateness.Skip(120).Min()) < 12)
                return;

            Assert.InRange(attempt, 0, 8);
        }
    }

    private static double[] Run180Ticks()
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

            lateness[count++] = time.Elapsed.TotalMilliseconds - ((number + 1 + running!.Missed) * 1000 / 60.0);
            threads.Add(Environment.CurrentManagedThreadId);
            if (count == Ticks)
                done.Set();
        });
        running = loop;

        time.Start();
        loop.Start();
        Assert.True(done.Wait(TimeSpan.FromMinutes(1)));
        loop.Stop();

        Assert.Single(threads);
        Assert.InRange(loop.Durations.Copy().Sum(), Ticks, int.MaxValue);
        return lateness;
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
        Assert.True(SpinWait.SpinUntil(() => Volatile.Read(ref count) > 3, TimeSpan.FromMinutes(1)));
        loop.Stop();

        Assert.InRange(loop.Overruns, 1, count);
        Assert.InRange(loop.Missed, 8, long.MaxValue);
    }

    [Fact]
    public void Time_OfALoopThatWorks_IsItsWork()
    {
        if (!OperatingSystem.IsLinux())
            return; // the operating system does not count it

        var worked = new Stopwatch();
        using var loop = new TickLoop(100, _ =>
        {
            long until = Environment.TickCount64 + 5;
            while (Environment.TickCount64 < until)
                Thread.SpinWait(100);
        });
        worked.Start();
        loop.Start();
        Assert.True(SpinWait.SpinUntil(() => loop.Time.Worked > 50, TimeSpan.FromSeconds(60)));

        ThreadTime time = loop.Time;
        Assert.InRange(time.Worked + time.Waited, 50, worked.Elapsed.TotalMilliseconds);
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
        Assert.True(thrown.Wait(TimeSpan.FromMinutes(1)));
        Assert.True(SpinWait.SpinUntil(() => loop.HasFailed, TimeSpan.FromMinutes(1)));

        Assert.IsType<FormatException>(Assert.Throws<InvalidOperationException>(loop.Stop).InnerException);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1001)]
    public void Constructor_WrongRate_Throws(int ticksPerSecond) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new TickLoop(ticksPerSecond, static _ => { }));
}
