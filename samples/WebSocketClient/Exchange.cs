using System.Text;

namespace Pooling.Samples.WebSocketClient;

/// <summary>Sends a text several times, and compares each answer with it.</summary>
internal sealed class Exchange(string text)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private TaskCompletionSource _answered = new();
    private int _left;

    public byte[] Utf8 { get; } = Encoding.UTF8.GetBytes(text);

    public async Task RunAsync(int count, Func<string, ValueTask> send)
    {
        (_left, _answered) = (count, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        for (int i = 0; i < count; i++)
            await send(text);

        await _answered.Task.WaitAsync(s_patience);
    }

    public void Answer(string answer) => Answer(answer == text);

    public void Answer(ReadOnlySpan<byte> answer) => Answer(answer.SequenceEqual(Utf8));

    private void Answer(bool isRight)
    {
        if (!isRight)
            _answered.TrySetException(new InvalidDataException("An answer differs from what was sent."));
        else if (--_left == 0)
            _answered.TrySetResult();
    }
}
