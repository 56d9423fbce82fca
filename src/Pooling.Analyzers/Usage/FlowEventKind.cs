namespace Pooling.Analyzers.Usage;

/// <summary>The kinds of what happens to a variable, in the order in which one operation does them.</summary>
internal enum FlowEventKind
{
    /// <summary>The variable is used.</summary>
    Use,

    /// <summary>The content of the variable ends, if that belongs to the source.</summary>
    End,

    /// <summary>The source gets something else, so that its end is none of what the variable holds.</summary>
    Separate,

    /// <summary>The variable gets something else.</summary>
    Clear,

    /// <summary>The variable gets something new of the source.</summary>
    Attach,
}
