namespace Pooling.Samples;

/// <summary>Reports the progress of a long operation on the error output: one line that changes in a terminal, and a line for each step
/// elsewhere.</summary>
internal sealed class ProgressLine(TextWriter error, bool live) : IDisposable
{
    private const int Milliseconds = 100; // between two updates of the line

    private string _step = "";
    private int _length;
    private long _drawn;

    /// <summary>Reports the completed part of a step.</summary>
    /// <param name="step">The name of the step.</param>
    /// <param name="fraction">A fraction from 0 to 1.</param>
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

    /// <summary>Removes the line.</summary>
    public void Dispose()
    {
        if (live && _length > 0)
            error.Write("\r" + new string(' ', _length) + "\r");

        _length = 0;
    }
}
