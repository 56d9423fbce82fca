namespace Pooling.Samples;

/// <summary>A column of a table that grows while a program runs.</summary>
/// <param name="Title">The title. A column is at least as wide as its title.</param>
/// <param name="Cell">Returns the text of a row.</param>
/// <param name="Width">The minimum width in characters.</param>
internal sealed record LiveColumn<TRow>(string Title, Func<TRow, FormattableString> Cell, int Width = 0)
{
    public int PaddedWidth => Math.Max(Width, Title.Length);
}
