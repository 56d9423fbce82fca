using System.Collections.Concurrent;
using System.Diagnostics;
using System.Reflection;
using System.Text.Json;

namespace Pooling.Samples;

/// <summary>This program, started again as a server in a separate process, so that its allocations and pauses are counted separately. It
/// ends with this program for any reason, because its input ends.</summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    /// <summary>The text before the address in the line in which a server announces it.</summary>
    public const string Announcement = "listening on ";

    private static readonly TimeSpan s_startPatience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_answerPatience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_endPatience = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly Task _reading;
    private readonly TaskCompletionSource<string> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ConcurrentDictionary<string, TaskCompletionSource<string>> _questions = new(StringComparer.Ordinal);
    private volatile bool _hasEnded;

    private ServerProcess(Process process, Action<string> onLine)
    {
        _process = process;
        _reading = Read(onLine);
    }

    /// <summary>Starts a server.</summary>
    /// <param name="onLine">Called with each line of output that is not an answer.</param>
    /// <param name="arguments">The command line of the server.</param>
    public static ServerProcess Start(Action<string> onLine, params ReadOnlySpan<string> arguments)
    {
        ProcessStartInfo start = Program();
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        foreach (string argument in arguments)
            start.ArgumentList.Add(argument);

        return new ServerProcess(Process.Start(start)!, onLine);
    }

    /// <summary>Waits until it listens.</summary>
    /// <returns>The address of the server.</returns>
    /// <exception cref="IOException">The server ended before that.</exception>
    public Task<string> Listening(CancellationToken cancellationToken) => _address.Task.WaitAsync(s_startPatience, cancellationToken);

    /// <summary>Asks the server a question, if its command has a <see cref="ControlInput"/>. Only one question at a time.</summary>
    /// <param name="question">A word that the server knows.</param>
    /// <param name="cancellationToken">A token that cancels the wait.</param>
    /// <exception cref="IOException">The server ended before it answered.</exception>
    public async Task<T> Ask<T>(string question, CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        _questions[question] = answer;
        if (_hasEnded)
            throw Ended();

        await _process.StandardInput.WriteLineAsync(question.AsMemory(), cancellationToken).ConfigureAwait(false);
        await _process.StandardInput.FlushAsync(cancellationToken).ConfigureAwait(false);
        string json = await answer.Task.WaitAsync(s_answerPatience, cancellationToken).ConfigureAwait(false);
        return JsonSerializer.Deserialize<T>(json, FiguresJson.Line)!;
    }

    /// <summary>Ends the server and waits for it.</summary>
    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        using (var patience = new CancellationTokenSource(s_endPatience))
        {
            try
            {
                await _process.WaitForExitAsync(patience.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                _process.Kill();
            }
        }

        await _reading.ConfigureAwait(false);
        _process.Dispose();
    }

    private static ProcessStartInfo Program()
    {
        Assembly assembly = typeof(ServerProcess).Assembly;
        string host = Environment.ProcessPath!;
        string name = Path.GetFileName(host);
        if (name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase))
            name = Path.GetFileNameWithoutExtension(name); // on other systems, the end of the program's name is not an extension
        if (name == assembly.GetName().Name)
            return new ProcessStartInfo(host);

        string dotnet = name == "dotnet" ? host : Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        return new ProcessStartInfo(dotnet) { ArgumentList = { "exec", assembly.Location } };
    }

    private async Task Read(Action<string> onLine)
    {
        try
        {
            while (await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false) is { } line)
            {
                int space = line.IndexOf(' ', StringComparison.Ordinal);
                if (line.StartsWith(Announcement, StringComparison.Ordinal))
                    _address.TrySetResult(line[Announcement.Length..]);
                else if (space > 0 && _questions.TryRemove(line[..space], out TaskCompletionSource<string>? question))
                    question.TrySetResult(line[(space + 1)..]);
                else
                    onLine(line);
            }
        }
        finally
        {
            _hasEnded = true;
            _address.TrySetException(Ended());
            foreach (TaskCompletionSource<string> question in _questions.Values)
                question.TrySetException(Ended());
        }
    }

    private static IOException Ended() => new("the server ended");
}
