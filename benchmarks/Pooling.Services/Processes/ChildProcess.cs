using System.Text.Json;

namespace Pooling.Services.Processes;

/// <summary>A process of this program, to which lines are written, and which answers with lines.</summary>
internal sealed class ChildProcess : IDisposable
{
    private const string TaskSet = "/usr/bin/taskset";
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(90);

    private readonly Process _process;

    /// <param name="processor">The number of the processor that it may use; <see langword="null"/> for all.</param>
    /// <param name="environment">Variables of its environment.</param>
    /// <param name="arguments">Its arguments.</param>
    public ChildProcess(int? processor, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        string program = Environment.ProcessPath!;
        List<string> words = [program];
        if (Path.GetFileNameWithoutExtension(program) == "dotnet") // and not an executable of this program
            words.Add(typeof(ChildProcess).Assembly.Location);

        words.AddRange(arguments);
        if (processor is { } number)
            words = Pinned(number, words);

        var start = new ProcessStartInfo(words[0], words[1..])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;

        _process = Process.Start(start)!;
    }

    /// <summary>Gets whether processes can be bound to processors.</summary>
    public static bool CanPin { get; } = File.Exists(TaskSet) && Environment.ProcessorCount > 1;

    /// <summary>Returns a command line that runs another one on a processor, if that is possible.</summary>
    public static List<string> Pinned(int processor, List<string> words) =>
        CanPin ? [TaskSet, "-c", processor.ToString(CultureInfo.InvariantCulture), .. words] : words;

    /// <summary>Reads the next line.</summary>
    /// <exception cref="InvalidDataException">The process has ended, or says nothing.</exception>
    public async Task<string> ReadAsync()
    {
        try
        {
            return await _process.StandardOutput.ReadLineAsync().WaitAsync(s_patience)
                ?? throw new InvalidDataException("A process has ended.");
        }
        catch (TimeoutException exception)
        {
            throw new InvalidDataException("A process says nothing.", exception);
        }
    }

    /// <summary>Writes a line, and reads the answer.</summary>
    public async Task<T> AskAsync<T>()
    {
        try
        {
            _process.StandardInput.WriteLine();
        }
        catch (IOException exception)
        {
            throw new InvalidDataException("A process has ended.", exception);
        }

        return JsonSerializer.Deserialize<T>(await ReadAsync())!;
    }

    /// <summary>Closes the input of the process, which ends it.</summary>
    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(15)))
            _process.Kill(entireProcessTree: true);

        _process.Dispose();
    }
}
