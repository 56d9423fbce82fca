using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>Copies a documentation file without the members that users of the assembly cannot see. Compiled and run by
/// PublicDocumentation.targets.</summary>
public sealed class KeepPublicDocumentation : Task
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
            | BindingFlags.DeclaredOnly;

    [Required]
    public string Assembly { get; set; }

    [Required]
    public string Documentation { get; set; }

    [Required]
    public string Output { get; set; }

    /// <summary>Gets or sets the folder of a framework beside the runtime's own, with assemblies that are referred
    /// to.</summary>
    public string FrameworkFolder { get; set; }

    public override bool Execute()
    {
        string folder = Path.GetDirectoryName(Path.GetFullPath(Assembly));
        AppDomain.CurrentDomain.AssemblyResolve += Resolve;
        try
        {
            HashSet<string> visible = new(Load(Assembly).GetTypes().Where(IsVisible).SelectMany(Describe));
            XDocument file = XDocument.Load(Documentation, LoadOptions.PreserveWhitespace);
            file.Descendants("member").Where(member => !visible.Contains((string)member.Attribute("name"))).Remove();

            // describes the parts of partial classes, for readers of the code only
            file.Descendants("content").Remove();

            // Ends of lines and indentation would be 12 KB of the package.
            foreach (XText text in file.DescendantNodes().OfType<XText>())
                text.Value = Regex.Replace(text.Value, @"\s*\n\s*", text.Parent?.Name == "members" ? "\n" : " ");

            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(Output)));
            file.Save(Output, SaveOptions.DisableFormatting);
        }
        finally
        {
            AppDomain.CurrentDomain.AssemblyResolve -= Resolve;
        }

        return !Log.HasLoggedErrors;

        Assembly Resolve(object sender, ResolveEventArgs wanted)
        {
            string file = new AssemblyName(wanted.Name).Name + ".dll";
            string[] places = [folder, FrameworkFolder ?? folder];
            string path = places.Select(place => Path.Combine(place, file)).FirstOrDefault(File.Exists);
            return path is null ? null : Load(path);
        }
    }

    // From memory, so that no file stays locked.
    private static Assembly Load(string path) => System.Reflection.Assembly.Load(File.ReadAllBytes(path));

    private static bool IsVisible(Type type) => type.IsVisible && !IsHidden(type);

    private static bool IsHidden(MemberInfo member) => member.CustomAttributes.Any(attribute =>
        attribute.AttributeType.FullName == typeof(EditorBrowsableAttribute).FullName
        && (int)attribute.ConstructorArguments[0].Value == (int)EditorBrowsableState.Never);

    private static IEnumerable<string> Describe(Type type)
    {
        string name = type.FullName.Replace('+', '.');
        yield return "T:" + name;

        foreach (MemberInfo member in type.GetMembers(Declared).Where(member => !IsHidden(member)))
        {
            string id = member switch
            {
                MethodBase method when IsSeen(method) => "M:" + name + "." + Signature(method),
                FieldInfo field when field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly =>
                    "F:" + name + "." + field.Name,
                EventInfo raised when IsSeen(raised.AddMethod) => "E:" + name + "." + raised.Name,
                PropertyInfo property when property.GetAccessors(true).Any(IsSeen) =>
                    "P:" + name + "." + property.Name + Parameters(property.GetIndexParameters()),
                _ => null,
            };
            if (id != null)
                yield return id;
        }
    }

    private static bool IsSeen(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Signature(MethodBase method)
    {
        string generic = method.IsGenericMethod ? "``" + method.GetGenericArguments().Length : "";
        string result = method is MethodInfo { Name: "op_Implicit" or "op_Explicit" } conversion
            ? "~" + NameOf(conversion.ReturnType)
            : "";
        return method.Name.Replace('.', '#') + generic + Parameters(method.GetParameters()) + result;
    }

    private static string Parameters(ParameterInfo[] parameters) =>
        parameters.Length == 0
            ? ""
            : "(" + string.Join(",", parameters.Select(parameter => NameOf(parameter.ParameterType))) + ")";

    // As the C# specification names types in documentation files (annex D.4.2).
    private static string NameOf(Type type)
    {
        if (type.IsGenericParameter)
            return (type.DeclaringMethod == null ? "`" : "``") + type.GenericParameterPosition;
        if (type.IsByRef)
            return NameOf(type.GetElementType()) + "@";
        if (type.IsPointer)
            return NameOf(type.GetElementType()) + "*";
        if (type.IsArray)
        {
            string dimensions = type.GetArrayRank() == 1 ? "" : Dimensions(type.GetArrayRank());
            return $"{NameOf(type.GetElementType())}[{dimensions}]";
        }

        if (!type.IsGenericType)
            return type.FullName.Replace('+', '.');

        Queue<Type> arguments = new(type.GetGenericArguments());
        IEnumerable<string> parts = type.GetGenericTypeDefinition().FullName.Split('+').Select(part =>
        {
            string[] arity = part.Split('`');
            return arity.Length == 1
                ? part
                : arity[0] + "{" + string.Join(",", Enumerable.Range(0, int.Parse(arity[1])).Select(Next)) + "}";
        });
        return string.Join(".", parts);

        string Next(int _) => NameOf(arguments.Dequeue());
    }

    private static string Dimensions(int rank) => string.Join(",", Enumerable.Repeat("0:", rank));
}
