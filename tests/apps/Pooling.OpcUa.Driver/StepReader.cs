using System.Text.Json;
using System.Text.Json.Serialization;
using OpcUa.Client;

namespace Pooling.OpcUa.Driver;

/// <summary>Executes steps from lines of JSON, and answers each with a line. A step does not wait for the previous one.</summary>
internal sealed class StepReader(DrivenClient client)
{
    private static readonly JsonSerializerOptions s_json = new(JsonSerializerDefaults.Web)
    {
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    private readonly Lock _output = new();

    /// <summary>Executes steps until the end of the input, and waits for those that are still running.</summary>
    public async Task RunAsync(TextReader input, TextWriter output)
    {
        var running = new List<Task>();
        while (await input.ReadLineAsync() is { } line)
        {
            Step step = JsonSerializer.Deserialize<Step>(line, s_json)!;
            running.Add(Task.Run(async () => Write(output, await AnswerAsync(step))));
        }

        await Task.WhenAll(running);
    }

    private async Task<object> AnswerAsync(Step step)
    {
        try
        {
            return new { id = step.Id, ok = true, result = await client.TakeAsync(step) };
        }
        catch (Exception exception) // any exception: the peer decides whether it was expected
        {
            string? status = exception is ServiceException refused ? PlainValue.Text(refused.Status) : null;
            return new { id = step.Id, ok = false, status, message = exception.ToString() };
        }
    }

    private void Write(TextWriter output, object answer)
    {
        lock (_output)
        {
            output.WriteLine(JsonSerializer.Serialize(answer, s_json));
            output.Flush();
        }
    }
}
