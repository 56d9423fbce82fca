namespace Pooling.Samples;

/// <summary>Says on the error output what a long work is at: one line that changes in a terminal, a line for each step elsewhere.</summary>
internal sealed class ProgressLine(TextWriter error, bool live) : IDisposable
{
    private const int Milliseconds = 100; // between two changes of the line

    private string _step = "";
    private int _length;
    private long _drawn;

    /// <summary>Tells the finished part of a step.</summary>
    /// <param name="step">What is done.</param>
    /// <param name="fraction">From 0 to 1.</param>
    public void Report(string step, double fraction)
    {
        if (!live)
        {
            if (step != _step)
                error.WriteLine(step);

            _step = step;
            return;
        }

        if (step == _step && Environment.TickCount64 - _drawn < Milliseconds)
            return;

        _step = step;
        _drawn = Environment.TickCount64;
        string line = $"{step} {fraction:P0}";
        error.Write("\r" + line.PadRight(_length));
        _length = line.Length;
    }

    /// <summary>Takes the line away.</summary>
    public void Dispose()
    {
        if (live && _length > 0)
            error.Write("\r" + new string(' ', _length) + "\r");

        _length = 0;
    }
}
