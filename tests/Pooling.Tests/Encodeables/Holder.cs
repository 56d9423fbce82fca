namespace Pooling.Encodeables;

/// <summary>Specifies the holder of a pooled object.</summary>
public enum Holder
{
    /// <summary>The pool.</summary>
    Pool,

    /// <summary>A scope.</summary>
    Scope,

    /// <summary>The owner of its token.</summary>
    Token,

    /// <summary>The owner of the bare reference, or the object that contains it.</summary>
    Bare,

    /// <summary>The object with which it was detached from a scope.</summary>
    Parent,

    /// <summary>The first of two objects that both refer to it, detached from a scope one after the other.</summary>
    FirstOfTwoParents,

    /// <summary>A list of which it is a part, and that keeps it.</summary>
    List,
}
