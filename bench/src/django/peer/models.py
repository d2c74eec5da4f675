"""The tables as they are; Django changes nothing about them."""

from django.db import models


class ApiKey(models.Model):
    id = models.UUIDField(primary_key=True)
    workspace_id = models.IntegerField()
    user_id = models.IntegerField()
    key_hash = models.TextField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "api_keys"


class Board(models.Model):
    id = models.UUIDField(primary_key=True)
    workspace_id = models.IntegerField()
    space_id = models.IntegerField(null=True)
    slug = models.TextField()
    title = models.TextField()
    description = models.TextField()
    access = models.SmallIntegerField()
    extra = models.JSONField()
    tasks_count = models.IntegerField()
    creator_id = models.IntegerField(null=True)
    modifier_id = models.IntegerField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "pm_boards"


class Status(models.Model):
    id = models.UUIDField(primary_key=True)
    board = models.ForeignKey(Board, models.CASCADE, related_name="statuses")
    title = models.TextField()
    description = models.TextField()
    color = models.TextField()
    position = models.IntegerField()
    category = models.TextField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "pm_statuses"
        ordering = ["position"]


class Task(models.Model):
    id = models.UUIDField(primary_key=True)
    workspace_id = models.IntegerField()

    class Meta:
        managed = False
        db_table = "pm_tasks"


class Activity(models.Model):
    id = models.BigIntegerField(primary_key=True)
    workspace_id = models.IntegerField()
    task = models.ForeignKey(Task, models.CASCADE)
    seq = models.IntegerField()
    verb = models.TextField()
    actor = models.JSONField()
    object = models.JSONField()
    created_at = models.DateTimeField()
    changes = models.JSONField()
    comment = models.TextField(null=True)
    request_id = models.TextField(null=True)

    # The name "objects" stays free of the column "object".
    rows = models.Manager()

    class Meta:
        managed = False
        db_table = "pm_activity"
