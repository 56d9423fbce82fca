using System.Diagnostics;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Connections;

/// <summary>The delays between attempts to connect. Each delay is twice as long as the previous one, with a random part, so that many
/// clients do not try at the same time.</summary>
internal sealed class Backoff(ClientOptions options)
{
    private TimeSpan _next = options.ReconnectDelay;

    /// <summary>Returns the delay before the next attempt.</summary>
    public TimeSpan Next()
    {
        TimeSpan delay = _next * (0.75 + (Random.Shared.NextDouble() / 2));
        _next = _next * 2 < options.MaxReconnectDelay ? _next * 2 : options.MaxReconnectDelay;
        return delay;
    }

    /// <summary>Repeats an attempt while the server is too busy. No attempt starts later than <see cref="ClientOptions.ConnectTimeout"/>
    /// after the first one.</summary>
    /// <exception cref="ServiceException">An attempt failed for another reason, or the server stays too busy.</exception>
    public static async Task<T> WhileBusyAsync<T>(ClientOptions options, Func<Task<T>> attempt, CancellationToken cancellation)
    {
        var backoff = new Backoff(options);
        long start = Stopwatch.GetTimestamp();
        while (true)
        {
            TimeSpan delay;
            try
            {
                return await attempt().ConfigureAwait(false);
            }
            catch (ServiceException exception) when (exception.Status == StatusCodes.BadTcpServerTooBusy)
            {
                delay = backoff.Next();
                if (Stopwatch.GetElapsedTime(start) + delay > options.ConnectTimeout)
                    throw;
            }

            await Task.Delay(delay, cancellation).ConfigureAwait(false);
        }
    }
}
