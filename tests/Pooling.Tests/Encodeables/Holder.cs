namespace Pooling.Encodeables;

/// <summary>Who holds a pooled object.</summary>
public enum Holder
{
    /// <summary>Nobody: it lies in its pool.</summary>
    Pool,

    /// <summary>A scope.</summary>
    Scope,

    /// <summary>Whoever has its token.</summary>
    Token,

    /// <summary>Whoever has the bare reference, or the object that it was put into.</summary>
    Bare,

    /// <summary>The object that it was moved out of a scope with.</summary>
    Parent,

    /// <summary>The first of two objects that both refer to it, moved out of a scope one after the other.</summary>
    FirstOfTwoParents,

    /// <summary>A list that it is a part of, and that keeps it.</summary>
    List,
}
