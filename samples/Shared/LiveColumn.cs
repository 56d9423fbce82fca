namespace Pooling.Samples;

/// <summary>A column of a table that grows.</summary>
/// <param name="Title">Its title; no column is narrower.</param>
/// <param name="Cell">What it says of a row.</param>
/// <param name="Width">How wide it is at least, in characters.</param>
internal sealed record LiveColumn<TRow>(string Title, Func<TRow, FormattableString> Cell, int Width = 0)
{
    public int PaddedWidth => Math.Max(Width, Title.Length);
}
