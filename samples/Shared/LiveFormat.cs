namespace Pooling.Samples;

/// <summary>How a table that grows is written.</summary>
internal enum LiveFormat
{
    /// <summary>Columns of equal width; the titles come again now and then, since they scroll away.</summary>
    Terminal,

    /// <summary>A Markdown table, for files and pipes.</summary>
    Markdown,

    /// <summary>An object in each line, for programs.</summary>
    Json,
}
