using System.Globalization;
using WebSockets.App.Loads;

namespace WebSockets.App.Pages;

/// <summary>The load of the page, in a separate process, so that its allocations are not counted for the hub. It changes to the chosen mode
/// by connecting again.</summary>
internal sealed class PageLoad : IAsyncDisposable
{
    private const int Patience = 5; // seconds

    private readonly ServerProcess _process;
    private readonly SampleStreams _streams;
    private readonly int _sockets;
    private readonly SemaphoreSlim _wanted = new(0);
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _moving;
    private int _isWanted;
    private int _isMoving;
    private int _hasMoved;
    private int _secondsShort;
    private double _roundTrip = double.NaN; // until the first one is known

    /// <summary>Starts the load.</summary>
    /// <param name="options">The options.</param>
    /// <param name="hub">The address of the running hub.</param>
    /// <param name="streams">Receives the faults.</param>
    public PageLoad(PageOptions options, Uri hub, SampleStreams streams)
    {
        _process = Start(options, hub, OnLine);
        _streams = streams;
        _sockets = options.Sockets;
        MoveSoon();
        _moving = Move();
    }

    /// <summary>Gets the milliseconds that 99 % of the messages of the last second took at most, there and back;
    /// <see langword="null"/> until they are known. Any thread.</summary>
    public double? RoundTripP99 => Volatile.Read(ref _roundTrip) is var roundTrip && double.IsNaN(roundTrip) ? null : roundTrip;

    /// <summary>Requests that the load changes to the chosen mode. Calls before the change are combined. Any thread.</summary>
    public void MoveSoon()
    {
        if (Interlocked.Exchange(ref _isWanted, 1) == 0)
            _wanted.Release();
    }

    /// <summary>Whether the load is changing, or has changed since the last call.</summary>
    public bool TakeMoved()
    {
        bool hasMoved = Interlocked.Exchange(ref _hasMoved, 0) == 1;
        return hasMoved | Volatile.Read(ref _isWanted) == 1 | Volatile.Read(ref _isMoving) == 1; // pairs with the writes in Move
    }

    /// <summary>Checks the number of connected sockets, once each second. If some were lost, as can happen on a very busy machine, the load
    /// connects again after a while.</summary>
    public void Look(int sockets)
    {
        bool isMoving = Volatile.Read(ref _isWanted) == 1 || Volatile.Read(ref _isMoving) == 1; // pairs with the writes in Move
        _secondsShort = sockets < _sockets && !isMoving ? _secondsShort + 1 : 0;
        if (_secondsShort == Patience)
            MoveSoon();
    }

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync().ConfigureAwait(false);
        await _process.DisposeAsync().ConfigureAwait(false);
        await _moving.ConfigureAwait(false);
        _wanted.Dispose();
        _ending.Dispose();
    }

    private static ServerProcess Start(PageOptions options, Uri hub, Action<string> onLine) => ServerProcess.Start(
        onLine,
        "load",
        "--until-end-of-input",
        "--url", new Uri(hub, "echo").ToString(),
        "--sockets", options.Sockets.ToString(CultureInfo.InvariantCulture),
        "--rate", options.Rate.ToString(CultureInfo.InvariantCulture),
        "--size", options.Size.ToString(CultureInfo.InvariantCulture));

    private void OnLine(string line)
    {
        if (line.Split(' ') is [DrivenLoad.RoundTrip, var number]
            && double.TryParse(number, CultureInfo.InvariantCulture, out double milliseconds))
        {
            Volatile.Write(ref _roundTrip, milliseconds); // pairs with the read in RoundTripP99
        }
    }

    private async Task Move()
    {
        try
        {
            while (true)
            {
                await _wanted.WaitAsync(_ending.Token).ConfigureAwait(false);
                Volatile.Write(ref _isMoving, 1); // before _isWanted is cleared, so that TakeMoved sees one of them
                Interlocked.Exchange(ref _isWanted, 0);
                string[] faults = await _process.Ask<string[]>(DrivenLoad.Again, _ending.Token).ConfigureAwait(false);
                foreach (string fault in faults)
                    _streams.WriteError($"the load: {fault}");

                Volatile.Write(ref _hasMoved, 1);
                Volatile.Write(ref _isMoving, 0);
            }
        }
        catch (OperationCanceledException) when (_ending.IsCancellationRequested)
        {
            // The normal end of the loop.
        }
        catch (Exception exception) when (exception is IOException or TimeoutException)
        {
            _streams.WriteError($"the load process did not answer: {exception.Message}");
        }
    }
}
