using System.Text.Json;

namespace Pooling.Samples;

/// <summary>Answers the program that started this one: a line of the standard input is a question, its answer the same word and
/// JSON.</summary>
/// <param name="streams">Where questions come from and answers go.</param>
/// <param name="answers">What is answered to which question; other lines are ignored.</param>
internal sealed class ControlInput(SampleStreams streams, IReadOnlyDictionary<string, Func<object?>> answers)
{
    /// <summary>Runs what answers a question; programs that count what they allocate leave it out there.</summary>
    public Action<Action> Around { get; init; } = static answer => answer();

    /// <summary>Answers until the input ends, as it does when the other program ends, however that ends.</summary>
    public Task Run() => Task.Run(() =>
    {
        while (streams.Input.ReadLine() is { } line)
        {
            if (answers.TryGetValue(line, out Func<object?>? answer))
                Around(() => streams.WriteLine($"{line} {JsonSerializer.Serialize(answer(), FiguresJson.Line)}"));
        }
    });
}
