namespace Pooling.Samples;

/// <summary>Specifies the format of a table that grows while a program runs.</summary>
internal enum LiveFormat
{
    /// <summary>Columns of equal width. The titles are repeated from time to time, because they scroll away.</summary>
    Terminal,

    /// <summary>A Markdown table, for files and pipes.</summary>
    Markdown,

    /// <summary>One object per line, for programs.</summary>
    Json,
}
