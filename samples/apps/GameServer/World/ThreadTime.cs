using System.Globalization;

namespace Pooling.GameServer.World;

/// <summary>The time that a thread has worked, and the time that it was ready and waited for a processor, if the system reports them, as
/// Linux does.</summary>
/// <param name="Worked">The time of work in milliseconds.</param>
/// <param name="Waited">The time of waiting in milliseconds.</param>
internal readonly record struct ThreadTime(double Worked, double Waited)
{
    /// <summary>Returns the source of the current thread's time for <see cref="Read"/>.</summary>
    /// <returns><see langword="null"/> if the system does not report it.</returns>
    public static string? FindSource()
    {
        try
        {
            return File.ResolveLinkTarget("/proc/thread-self", returnFinalTarget: false) is { } own
                ? Path.Combine(own.FullName, "schedstat")
                : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the time of a thread on any thread.</summary>
    public static ThreadTime Read(string? source)
    {
        try
        {
            return source is not null && File.ReadAllText(source).Split(' ') is [var worked, var waited, ..]
                ? new ThreadTime(long.Parse(worked, CultureInfo.InvariantCulture) / 1e6,
                    long.Parse(waited, CultureInfo.InvariantCulture) / 1e6)
                : default;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            return default; // for example, the thread has ended
        }
    }
}
