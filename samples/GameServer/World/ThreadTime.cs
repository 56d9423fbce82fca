using System.Globalization;

namespace Pooling.GameServer.World;

/// <summary>How long a thread has worked, and how long it was ready to and waited for a processor: where the system tells,
/// which Linux does.</summary>
/// <param name="Worked">Milliseconds.</param>
/// <param name="Waited">Milliseconds.</param>
internal readonly record struct ThreadTime(double Worked, double Waited)
{
    /// <summary>Names the current thread for <see cref="Read"/>.</summary>
    /// <returns><see langword="null"/> where the system does not tell.</returns>
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

    /// <summary>Reads the time of a thread, on any thread.</summary>
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
            return default; // the thread has ended, for one
        }
    }
}
