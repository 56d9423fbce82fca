using System.Runtime.InteropServices;

namespace Pooling.Services.Loads;

/// <summary>Sends the messages of a case to a service, and checks what comes back.</summary>
/// <remarks>At a fixed rate, a message has a time at which it is to be sent, however late the service is with those
/// before: its latency counts from then. Otherwise some messages are always on their way.</remarks>
/// <param name="window">The messages on their way at saturation.</param>
internal abstract class Load(int window) : IDisposable
{
    private const int Patience = 20; // seconds, for the last answers

    private Latencies _latencies = new();
    private Exception? _failure;
    private long _begun;
    private long _completed;
    private long _end; // at saturation: when no further message begins

    /// <summary>Connects, and compares the first answers with what they must be, where the load knows it.</summary>
    /// <returns>A description of the answers, the same for both ways.</returns>
    public abstract Task<string> ConnectAsync(string address);

    /// <summary>Sends messages for some seconds.</summary>
    /// <param name="rate">The messages of a second; 0 for as many as the service answers.</param>
    /// <param name="seconds">The seconds.</param>
    public virtual LoadResult Run(double rate, double seconds)
    {
        _latencies = new Latencies();
        (_begun, _completed) = (0, 0);
        long start = Stopwatch.GetTimestamp();
        long length = (long)(seconds * Stopwatch.Frequency);
        _end = rate > 0 ? 0 : start + length;
        if (rate > 0)
            SendAtRate(rate, start, length);
        else
            SendAlways();

        long limit = Stopwatch.GetTimestamp() + (Patience * Stopwatch.Frequency);
        while (Volatile.Read(ref _completed) < Volatile.Read(ref _begun)) // pairs with the increments
        {
            if (_failure is not null || Stopwatch.GetTimestamp() > limit)
                throw new InvalidDataException($"{_begun - _completed} of {_begun} messages have no answer.", _failure);

            Thread.Sleep(1);
        }

        if (_failure is not null) // of a connection that had nothing more to get
            throw new InvalidDataException("A connection has failed.", _failure);

        double time = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return new LoadResult(
            _completed, time, _latencies.At(0.5), _latencies.At(0.99), _latencies.At(0.999), _latencies.At(1));
    }

    public virtual void Dispose()
    {
    }

    /// <summary>Sends a message.</summary>
    /// <param name="intended">The time at which it was to be sent.</param>
    protected abstract void Send(long intended);

    /// <summary>Records an answer to a message.</summary>
    /// <param name="intended">The time at which the message was to be sent.</param>
    /// <param name="isLast">Whether it is the last answer to that message.</param>
    protected void Answered(long intended, bool isLast = true)
    {
        long now = Stopwatch.GetTimestamp();
        _latencies.Record(now - intended);
        if (!isLast)
            return;

        if (now < _end)
            Begin(now);

        Interlocked.Increment(ref _completed); // pairs with the read in Run
    }

    /// <summary>Runs what receives, and keeps the exception that ends it.</summary>
    protected async Task KeepAsync(Func<Task> receiveAsync)
    {
        try
        {
            await receiveAsync();
        }
        catch (Exception exception)
        {
            _failure = exception;
        }
    }

    /// <summary>Sleeps for some microseconds: the runtime's own sleep takes whole milliseconds.</summary>
    [DllImport("libc", EntryPoint = "usleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SleepMicroseconds(uint microseconds);

    private static void Sleep(uint microseconds)
    {
        if (OperatingSystem.IsWindows())
            Thread.Sleep(1);
        else
            _ = SleepMicroseconds(microseconds);
    }

    private void Begin(long intended)
    {
        Interlocked.Increment(ref _begun); // pairs with the read in Run
        Send(intended);
    }

    /// <summary>Sends what is due each millisecond, as a burst with one intended time.</summary>
    private void SendAtRate(double rate, long start, long length)
    {
        double period = Stopwatch.Frequency / Math.Min(rate, 1_000);
        double burst = rate / Math.Min(rate, 1_000);
        long sent = 0;
        for (int tick = 0; tick * period < length && _failure is null; tick++)
        {
            long intended = start + (long)(tick * period);
            while (intended - Stopwatch.GetTimestamp() is > 0 and long wait)
                Sleep((uint)Math.Max(wait * 1_000_000 / Stopwatch.Frequency, 1));

            for (; sent < (tick + 1) * burst - 0.001; sent++)
                Begin(intended);
        }
    }

    private void SendAlways()
    {
        for (int i = 0; i < window; i++)
            Begin(Stopwatch.GetTimestamp());

        while (Stopwatch.GetTimestamp() < _end && _failure is null)
            Thread.Sleep(5);
    }
}
