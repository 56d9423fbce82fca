using System.Text.Json;

namespace Pooling.Samples;

/// <summary>Answers the program that started this one. A line of the standard input is a question, and the answer is the same word followed
/// by JSON.</summary>
/// <param name="streams">The streams for questions and answers.</param>
/// <param name="answers">The answer to each question. Other lines are ignored.</param>
internal sealed class ControlInput(SampleStreams streams, IReadOnlyDictionary<string, Func<object?>> answers)
{
    /// <summary>Wraps the code that answers a question. Programs that count their allocations exclude it.</summary>
    public Action<Action> Around { get; init; } = static answer => answer();

    /// <summary>Answers until the input ends. The input ends when the other program ends for any reason.</summary>
    public Task Run() => Task.Run(() =>
    {
        while (streams.Input.ReadLine() is { } line)
        {
            if (answers.TryGetValue(line, out Func<object?>? answer))
                Around(() => streams.WriteLine($"{line} {JsonSerializer.Serialize(answer(), FiguresJson.Line)}"));
        }
    });
}
