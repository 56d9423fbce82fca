using System.Globalization;
using WebSockets.App.Loads;

namespace WebSockets.App.Pages;

/// <summary>The load of the page, in a process of its own, so that what it allocates is not taken for the hub's. It moves to what was
/// chosen by connecting again.</summary>
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

    private PageLoad(ServerProcess process, SampleStreams streams, int sockets)
    {
        _process = process;
        _streams = streams;
        _sockets = sockets;
        MoveSoon();
        _moving = Move();
    }

    /// <summary>Starts it.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="hub">The hub, which listens.</param>
    /// <param name="streams">Is told what goes wrong.</param>
    public static PageLoad Start(PageOptions options, Uri hub, SampleStreams streams)
    {
        var process = ServerProcess.Start(
            static _ => { },
            "load",
            "--until-end-of-input",
            "--url", new Uri(hub, "echo").ToString(),
            "--sockets", options.Sockets.ToString(CultureInfo.InvariantCulture),
            "--rate", options.Rate.ToString(CultureInfo.InvariantCulture),
            "--size", options.Size.ToString(CultureInfo.InvariantCulture));
        return new PageLoad(process, streams, options.Sockets);
    }

    /// <summary>Moves to what is chosen when it does so; calls before that make one move. Any thread.</summary>
    public void MoveSoon()
    {
        if (Interlocked.Exchange(ref _isWanted, 1) == 0)
            _wanted.Release();
    }

    /// <summary>Whether it is moving, or has been since the last call.</summary>
    public bool TakeMoved()
    {
        bool hasMoved = Interlocked.Exchange(ref _hasMoved, 0) == 1;
        return hasMoved | Volatile.Read(ref _isWanted) == 1 | Volatile.Read(ref _isMoving) == 1; // pairs with the writes of the move
    }

    /// <summary>Is told each second how many sockets there are where it should be: if some were lost, as on a machine that is very busy, it
    /// connects again after a while.</summary>
    public void Look(int sockets)
    {
        bool isMoving = Volatile.Read(ref _isWanted) == 1 || Volatile.Read(ref _isMoving) == 1; // pairs with the writes of the move
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

    private async Task Move()
    {
        try
        {
            while (true)
            {
                await _wanted.WaitAsync(_ending.Token).ConfigureAwait(false);
                Volatile.Write(ref _isMoving, 1); // before it is no more wanted: TakeMoved sees one of them
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
            // This is how it ends.
        }
        catch (Exception exception) when (exception is IOException or TimeoutException)
        {
            _streams.WriteError($"the load process did not answer: {exception.Message}");
        }
    }
}
