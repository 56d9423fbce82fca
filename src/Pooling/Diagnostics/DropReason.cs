namespace Pooling.Diagnostics;

/// <summary>Specifies why a pool dropped an item.</summary>
internal enum DropReason
{
    /// <summary>The pool was full, or the item too large.</summary>
    Limit,

    /// <summary>The item was not needed for some time, or its pool was trimmed.</summary>
    Trim,

    /// <summary>The policy refused the item, its reset threw, or its owner was not disposed.</summary>
    Failed,

    /// <summary>The pool was disposed.</summary>
    Disposed,

    /// <summary>The item has no number left that tells its next rental from the earlier ones.</summary>
    Exhausted,
}
